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

// Session files, tolerantly: reads on after every fault, says each fault once, never writes.
export { inspectSession, type InspectOptions } from './sessions/inspect.ts';
export type { ReportLinks, ReportPair, ReportResult, SessionReport } from './sessions/report.ts';
export { SessionReader, type ReaderOptions, type ReadState } from './formats/reader.ts';
export { LineSplitter, type RawLine, type Tail } from './scan/lines.ts';
export { readLine, type LineContent } from './scan/readLine.ts';
export { detectFormat } from './formats/detect.ts';
export { FORMATS, formatByName } from './formats/list.ts';
export type { Decoded, Format, RecordPlace, SessionHeader } from './formats/format.ts';
export type * from './core/entry.ts';
export type { Problem, ProblemCode, RelatedLine } from './core/problem.ts';
export { EMPTY_CALL, MISSING_PARENT, NO_PARENT, type CallKey, type EntryTable } from './core/table.ts';
export type { SessionTree } from './core/tree.ts';
export { buildTree } from './core/buildTree.ts';
export { alternatives, branchCount, childRows, forkPoints, pathRows } from './core/walk.ts';
export { pairRows, type CallPair, type LooseResult, type Pairing } from './core/pairing.ts';
export { nearestSettled, settledIndex, validCuts } from './core/cuts.ts';
export { withBesideResults } from './core/besideResults.ts';
export { callSummary, callText } from './core/callText.ts';
export { previewOf, type PreviewText } from './core/preview.ts';
