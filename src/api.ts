/**
 * The one public entry for tests and other programs. What is pure lives in core, scan and formats; what needs files
 * lives in store, with the file system injected and node:fs as the default.
 */

// Sessions of chapter 10, strictly: the first committed fault stops everything, nothing damaged passes in silence.
export { messagesOnPath, pathTo } from './core/path.ts';
export { parseSessionEntry } from './core/parseEntry.ts';
export { recoverJsonl, type RecoveredSession, type SessionWarning } from './core/recover.ts';
export {
  SessionFormatError,
  SessionLineError,
  SessionTreeError,
  type SessionFaultCode,
  type SessionTreeCode,
} from './core/sessionErrors.ts';
export type * from './core/sessionEntry.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export { JsonlSessionStore, type SessionStoreState } from './store/jsonlStore.ts';
export { MemorySessionStore } from './store/memoryStore.ts';
export { SessionStoreError, type SessionIo, type SessionStoreCode } from './store/sessionIo.ts';
