import type { Entry } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';

type NoteBody = Pick<Entry, 'kind'> & Partial<Pick<Entry, 'text' | 'tokensBefore'>>;

/** Events that say by a text of theirs what they are, and its key. */
const TEXTS: Readonly<Record<string, string>> = {
  'session.info': 'message',
  'session.warning': 'message',
  'session.error': 'message',
  'session.handoff': 'summary',
  'session.mode_changed': 'newMode',
  'subagent.started': 'agentDisplayName',
  'subagent.completed': 'agentDisplayName',
  'subagent.failed': 'error',
  'subagent.selected': 'agentDisplayName',
  'skill.invoked': 'name',
  'system.notification': 'content',
  abort: 'reason',
  'tool.execution_start': 'toolName',
  'hook.start': 'hookType',
  'hook.end': 'hookType',
};

/** Beginnings of the types that tell how the work goes on, and say nothing: more than half of a file. */
const WORKING = ['assistant.turn_', 'tool.execution_', 'permission.', 'hook.', 'model.'];

/** Whether an event only tells what goes on meanwhile. */
export function isWorking(type: string): boolean {
  return WORKING.some((begin) => type.startsWith(begin)) && type !== 'tool.execution_complete';
}

/** An event that is no message. Types that are not known are notes too: there are a hundred, and more every month. */
export function eventNote(type: string, data: JsonObject): NoteBody {
  switch (type) {
    case 'session.model_change':
      return { kind: 'modelChange', text: ownString(data, 'newModel') ?? '' };
    case 'session.title_changed':
      return { kind: 'sessionName', text: ownString(data, 'title') ?? '' };
    case 'session.compaction_complete':
      return own(data, 'success') === false ? failedCompaction(data) : compaction(data);
    case 'session.context_cleared':
      return { kind: 'compaction' };
    case 'session.truncation':
      return { kind: 'metadata', ...truncation(data) };
    default: {
      const text = Object.hasOwn(TEXTS, type) ? ownString(data, TEXTS[type] ?? '') : undefined;
      const kind = type.startsWith('session.usage_') ? 'usage' : 'metadata';
      return { kind, ...(text !== undefined && { text }) };
    }
  }
}

/** The model goes on with a summary of all before it. */
function compaction(data: JsonObject): NoteBody {
  const tokens = own(data, 'preCompactionTokens');
  const text = ownString(data, 'summaryContent');
  return {
    kind: 'compaction',
    ...(text !== undefined && { text }),
    ...(typeof tokens === 'number' && { tokensBefore: tokens }),
  };
}

function failedCompaction(data: JsonObject): NoteBody {
  const error = own(data, 'error');
  const text = isJsonObject(error) ? ownString(error, 'message') : ownString(data, 'error');
  return { kind: 'metadata', ...(text !== undefined && { text }) };
}

function truncation(data: JsonObject): Pick<NoteBody, 'text'> {
  const removed = own(data, 'messagesRemovedDuringTruncation');
  return typeof removed === 'number' ? { text: `${removed} messages removed` } : {};
}
