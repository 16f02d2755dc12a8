/** The panels' type, as package.json names it. */
export const VIEW_TYPE = 'sessionTree.conversation';
