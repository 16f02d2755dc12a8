/** The view of sessions in package.json. */
export const VIEW_ID = 'sessionTree.sessions';
