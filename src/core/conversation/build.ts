import type { Entry, Message } from '../entry.ts';
import { MISSING_PARENT, type EntryTable } from '../index/table.ts';
import type { SessionTree } from '../tree/tree.ts';
import { oneLine } from '../text/oneLine.ts';
import { bounded, shortId, TEXT_LIMIT } from './bounded.ts';
import type { ForkPoint } from './forks.ts';
import type { ConversationItem, ForkSwitch, MessageItem } from './items.ts';
import { kinOf, type RowKin } from './kin.ts';
import { buildNote } from './notes.ts';
import { buildParts, subagentsOf } from './parts.ts';
import type { ConversationPlan } from './plan.ts';
import type { UsageReader } from '../usage/usage.ts';
import { usageAt } from './usage.ts';

/** An entry's body as it was read for a page of the conversation. */
export interface Body {
  readonly entry: Entry;
  /** The record's text, where {@link needsRaw} asks for it. */
  readonly raw: string | null;
}

/** A subagent of an entry: of its `call`-th call, -1 for none. */
export interface RowSubagent {
  readonly call: number;
  readonly name: string;
}

/** What an item tells of an output in a file of its own. */
export interface SpilledText {
  readonly callId: string;
  readonly name: string;
  readonly size?: number;
}

/** What items are built from. */
export interface BuildSource {
  readonly table: EntryTable;
  readonly tree: SessionTree;
  readonly plan: ConversationPlan;
  /** Labels in force: row of the target to label text. */
  readonly labels: ReadonlyMap<number, string>;
  /** How many of the last entries are read back when the session is resumed; absent: all. */
  readonly replayLimit?: number | undefined;
  /** Where the format's entries tell what answers used. */
  readonly usage?: UsageReader | undefined;
  /** Subagents of an entry, in the order of their numbers. */
  subagents?(row: number): readonly RowSubagent[];
  /** Sessions that part from this one at an entry. */
  kin?(row: number): readonly RowKin[];
  /** Outputs of an entry that lie in files of their own. */
  spilled?(entry: Entry): readonly SpilledText[];
  /** A body that was read; undefined where the file holds other bytes by now. */
  body(row: number): Body | undefined;
  /** One line that names the branch beginning with this row. */
  branchLabel(row: number): string;
}

/** Branches listed at a fork point, around the one that the path took. */
const LISTED_BRANCHES = 50;
const STOPS_WORTH_A_MARK = new Set(['aborted', 'error', 'length']);

/** The item with this index of the plan. */
export function buildItem(source: BuildSource, index: number): ConversationItem {
  const { plan } = source;
  const row = plan.items[index] as number;
  const base = buildBase(source, row, index);
  const body = source.body(row);
  if (!body) return { ...base, type: 'note', kind: 'unknown', word: '', text: '' };
  const { entry } = body;
  const used = usageAt(source, index, entry);
  const marked = {
    ...base,
    id: shortId(entry.id),
    ...(used && { usage: used }),
    ...gapOf(source, row, index, entry),
  };
  const extra = entry.malformed === undefined ? {} : { malformed: oneLine(entry.malformed) };
  if (!entry.message) return { ...marked, ...extra, ...buildNote(source, row, body) };
  return { ...marked, ...extra, ...buildMessage(source, row, body, entry.message) };
}

/** Rows whose bodies the item with this index is built from: its own, and the results in it. */
export function rowsOf(plan: ConversationPlan, table: EntryTable, index: number): number[] {
  const row = plan.items[index] as number;
  const rows = [row];
  for (let call = table.calls(row).length - 1; call >= 0; call--) {
    const result = plan.pairs.resultOf(row, call);
    if (result >= 0 && result !== row) rows.push(result);
  }
  return rows;
}

/** Whether an item of this entry shows JSON, which is printed from the record's own text. */
export function needsRaw(entry: Entry): boolean {
  const { message } = entry;
  if (!message) return true;
  return (
    message.details !== undefined || message.blocks.some(({ type }) => type === 'toolCall' || type === 'raw')
  );
}

/** Every branch whose {@link BuildSource.branchLabel} the item with this index asks for. */
export function branchesOf(plan: ConversationPlan, index: number): number[] {
  const points = [...(plan.forks.get(index) ?? []), ...(index === 0 && plan.start ? [plan.start] : [])];
  return points.flatMap((point) => {
    const first = firstListed(point);
    return point.branches.slice(first, first + LISTED_BRANCHES);
  });
}

function buildBase(
  source: BuildSource,
  row: number,
  index: number,
): Omit<MessageItem, 'type' | 'role' | 'parts'> {
  const { table, plan, labels, replayLimit } = source;
  const time = table.timestamp(row);
  const label = labels.get(row);
  const forks = plan.forks.get(index);
  const repeats = plan.repeats.get(row);
  return {
    row,
    line: table.line(row),
    id: '',
    time: Number.isNaN(time) ? null : time,
    ...(label !== undefined && { label: oneLine(label) }),
    ...(forks && { forks: forks.map((fork) => buildSwitch(source, fork)) }),
    ...(index === 0 && plan.start && { start: buildSwitch(source, plan.start) }),
    ...(replayLimit !== undefined && beginsReplay(source, index) && { replayOf: replayLimit }),
    ...ownSubagents(source, row),
    ...kinOf(source, index),
    ...(repeats && { repeats: repeats.slice(0, 20).map((repeat) => table.line(repeat)) }),
    ...(table.isRepeat(row) && { repeatOf: table.line(table.firstOf(row)) }),
    ...(table.isRecovered(row) && { recovered: true as const }),
  };
}

function ownSubagents(source: BuildSource, row: number): Pick<MessageItem, 'subagents'> {
  const { subagents } = subagentsOf(source, row, -1);
  return subagents ? { subagents } : {};
}

/** Whether the item shows the first entry that is read back, of a path that has more. */
export function beginsReplay(
  { plan, replayLimit = Infinity }: Pick<BuildSource, 'plan' | 'replayLimit'>,
  index: number,
): boolean {
  const first = plan.path.length > replayLimit ? plan.path[plan.path.length - replayLimit] : undefined;
  return first !== undefined && plan.indexOf(first) === index;
}

function gapOf(source: BuildSource, row: number, index: number, entry: Entry): Partial<MessageItem> {
  if (source.table.isRepeat(row)) return {};
  const link = source.table.parentLink(row);
  // Some formats go on below a gap with the entry before it in the file.
  if (link === MISSING_PARENT) return { gap: { parentId: shortId(entry.parentId ?? '') } };
  return index === 0 && link >= 0 && (source.tree.parent[row] ?? -1) < 0 ? { loop: true } : {};
}

function buildSwitch(source: BuildSource, fork: ForkPoint): ForkSwitch {
  const first = firstListed(fork);
  const branches = fork.branches.slice(first, first + LISTED_BRANCHES).map((row) => ({
    row,
    line: source.table.line(row),
    label: oneLine(source.branchLabel(row)),
  }));
  return { row: fork.row, index: fork.index, count: fork.branches.length, first, branches };
}

function firstListed(fork: ForkPoint): number {
  const last = Math.max(0, fork.branches.length - LISTED_BRANCHES);
  return Math.min(Math.max(0, fork.index - LISTED_BRANCHES / 2), last);
}

type MessageFields = Omit<MessageItem, 'row' | 'line' | 'id' | 'time'>;

function buildMessage(source: BuildSource, row: number, body: Body, message: Message): MessageFields {
  const orphan = message.role === 'toolResult' && source.plan.pairs.callOf(row) < 0;
  const { stopReason, errorMessage } = message;
  return {
    type: 'message',
    role: message.role,
    ...(message.roleName !== undefined && { roleName: oneLine(message.roleName) }),
    parts: buildParts(source, row, body, message),
    ...(message.model !== undefined && { model: oneLine(message.model) }),
    ...(stopReason !== undefined && STOPS_WORTH_A_MARK.has(stopReason) && { stop: stopReason }),
    ...(errorMessage !== undefined && { error: bounded(errorMessage, TEXT_LIMIT) }),
    ...(message.inContext === false && { inContext: false as const }),
    ...(message.hidden === true && { hidden: true as const }),
    ...(orphan && {
      orphan: {
        toolName: oneLine(message.toolName ?? ''),
        callId: shortId(message.toolCallId ?? ''),
        isError: message.isError === true,
      },
    }),
  };
}
