// The interface lives in src/sessions, so that the other features can see it without importing this one.
export type { SessionLibrary, SessionListItem, SessionSummary } from '../sessions/library.ts';
