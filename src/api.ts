/**
 * The one public entry for tests and other programs. What is pure lives in core, scan and formats; what needs files
 * lives in store, with the file system injected and node:fs as the default.
 */

// Sessions of chapter 10, strictly: the first committed fault stops everything, nothing damaged passes in silence.
export { messagesOnPath, pathTo } from './core/strict/path.ts';
export { parseSessionEntry } from './core/strict/parseEntry.ts';
export { recoverJsonl, type RecoveredSession, type SessionWarning } from './core/strict/recover.ts';
export {
  SessionFormatError,
  SessionLineError,
  SessionTreeError,
  type SessionFaultCode,
  type SessionTreeCode,
} from './core/strict/sessionErrors.ts';
export type * from './core/strict/sessionEntry.ts';
export type { JsonObject, JsonValue } from './core/json.ts';
export { JsonlSessionStore, type SessionStoreState } from './store/jsonlStore.ts';
export { MemorySessionStore } from './store/memoryStore.ts';
export { SessionStoreError, type SessionIo, type SessionStoreCode } from './store/sessionIo.ts';

// Session files, tolerantly: reads on after every fault, says each fault once, never writes.
export { inspectSession, type InspectOptions } from './sessions/inspect.ts';
export type {
  ReportLinks,
  ReportPair,
  ReportResult,
  ReportSubagent,
  SessionReport,
} from './sessions/report.ts';
export { SessionReader, type ReaderOptions, type ReadState } from './formats/reader.ts';
export { LineSplitter, type RawLine, type Tail } from './scan/lines.ts';
export { readLine, type LineContent } from './scan/readLine.ts';
export { detectFormat } from './formats/detect.ts';
export { FORMATS, formatByName } from './formats/list.ts';
export type { Decoded, Format, RecordPlace, SessionHeader } from './formats/format.ts';
export type * from './core/entry.ts';
export type { Problem, ProblemCode, RelatedLine } from './core/problem.ts';
export { EMPTY_CALL, MISSING_PARENT, NO_PARENT, type CallKey, type EntryTable } from './core/index/table.ts';
export type { SessionTree } from './core/tree/tree.ts';
export { buildTree } from './core/tree/buildTree.ts';
export { alternatives, branchCount, childRows, forkPoints, pathRows } from './core/tree/walk.ts';
export { pairRows, type CallPair, type LooseResult, type Pairing } from './core/pairing/pairing.ts';
export { nearestSettled, settledIndex, validCuts } from './core/pairing/cuts.ts';
export { withBesideResults } from './core/pairing/besideResults.ts';
export { callSummary, callText } from './core/text/callText.ts';
export { previewOf, type PreviewText } from './core/text/preview.ts';

// Flat messages (mini-agent, chapter 34): strict file functions, and a budget of characters for what a model is sent.
export { parseSessionMessage, type FlatMessage, type FlatToolCall } from './core/strict/flatMessage.ts';
export { appendSession, FlatSessionError, loadSession } from './store/flatSession.ts';
export { estimateContextChars } from './core/context/estimate.ts';
export { trimContext, trimToBudget, unitStarts, type CallLinks } from './core/context/trimContext.ts';

// Pi's sessions: both orders of a file, and what a model sees of it.
export { getBranch, getEntries, getTree, type EntryNode } from './formats/pi/branches.ts';
export { buildSessionContext, contextOfPath, type PiContext } from './formats/pi/context.ts';
export { modelMessages } from './formats/pi/modelMessages.ts';
export { type ContextOrphan, type ModelContext, type ModelEntry } from './core/context/modelContext.ts';
export { toAnthropic, toOpenAi, type AnthropicRequest } from './core/context/modelJson.ts';
export {
  contextWindow,
  type ContextProblem,
  type ContextWindow,
  type KeptFrom,
} from './core/context/contextWindow.ts';

// Chat trees (lab06): append, resume, history, branch.
export { TreeSession, type TreeSessionOptions } from './store/treeSession.ts';
export type { UnterminatedTail } from './store/treeSessionFile.ts';
export type { ChatEntry, ChatMessage } from './core/strict/chatEntry.ts';
export type { BranchPoint, HistoryItem } from './core/strict/chatBranch.ts';

// Transcripts (s09): evidence that is only appended to, and what can be worked out from it.
export { JsonlTranscript, type ReplayOptions, type TranscriptOptions } from './store/transcript.ts';
export { TranscriptCorruptionError } from './store/transcriptFiles.ts';
export {
  TranscriptValidationError,
  transcriptEventId,
  type NewTranscriptEvent,
  type TranscriptEvent,
} from './core/transcript/transcriptEvent.ts';
export { eventToMessage, type ReplayMessage, type ReplayState } from './core/transcript/transcriptReplay.ts';
export {
  MemorySelectionError,
  TranscriptMemoryCandidate,
  type MemorySource,
} from './core/transcript/memoryCandidate.ts';
export {
  createSessionNotes,
  type NotesStorage,
  type SessionNotes,
  type SessionNotesStore,
} from './core/sessionNotes.ts';
export { SequenceWatch, type SequenceFault } from './core/transcript/sequenceFaults.ts';

// How these stores reach their files; a fake stands in for a disk that fails.
export {
  FileChangedError,
  ShortWriteError,
  type LogIo,
  type LogReader,
  type LogWriter,
} from './store/logIo.ts';
export { nodeLogIo } from './store/nodeLogIo.ts';
