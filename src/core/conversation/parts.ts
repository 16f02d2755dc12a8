import { callSummary } from '../text/callText.ts';
import type { Block, Message, ResultPart, ToolCallBlock } from '../entry.ts';
import type { JsonObject } from '../json.ts';
import { oneLine } from '../text/oneLine.ts';
import { OUTPUT_LIMIT, TEXT_LIMIT, bounded, shortId } from './bounded.ts';
import type { Body, BuildSource } from './build.ts';
import { fieldsOf, textOf } from './fields.ts';
import type { CallPart, CallResult, Field, Part, SpilledPart, SubagentMark, TextPart } from './items.ts';
import { prettyJson } from './prettyJson.ts';

/** Buttons of one call that open subagents' conversations. */
const LISTED_SUBAGENTS = 20;
const SHOWN_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Roles whose text is a program's output. */
const PLAIN_ROLES = new Set(['toolResult', 'bash']);

/**
 * A message's blocks in order; calls with their results in place. Results that stand among them are left out where
 * every one is shown inside its call.
 * @param only the blocks of one result, for a row that holds several
 */
export function buildParts(
  source: BuildSource,
  row: number,
  body: Body,
  message: Message,
  only?: ResultPart,
): Part[] {
  const style = only || PLAIN_ROLES.has(message.role) ? 'plain' : 'markdown';
  const elsewhere = !only && source.plan.pairs.answers(row) ? (message.results ?? []) : [];
  const parts: Part[] = [];
  if (message.command !== undefined) {
    const ref = { row, at: 'command' };
    const exit = message.exitCode === undefined ? {} : { exitCode: message.exitCode };
    parts.push({ type: 'command', ref, text: bounded(message.command, OUTPUT_LIMIT), ...exit });
  }
  let calls = 0;
  message.blocks.forEach((block, index) => {
    if (only && !isWithin(only, index)) return;
    if (elsewhere.some((result) => isWithin(result, index))) return;
    const at = `b${index}`;
    if (block.type === 'toolCall') {
      parts.push(buildCall(source, row, at, body, block, calls++));
    } else {
      const part = buildBlock(row, at, body, block, style);
      if (part) parts.push(part);
    }
  });
  return parts;
}

function isWithin({ from, to }: ResultPart, index: number): boolean {
  return index >= from && index < to;
}

/** @returns undefined for text without a visible character. */
function buildBlock(
  row: number,
  at: string,
  body: Body,
  block: Exclude<Block, ToolCallBlock>,
  style: TextPart['style'],
): Part | undefined {
  const ref = { row, at };
  switch (block.type) {
    case 'text': {
      if (block.text.trim() === '') return undefined;
      return {
        type: 'text',
        ref,
        text: bounded(block.text, style === 'plain' ? OUTPUT_LIMIT : TEXT_LIMIT),
        style,
      };
    }
    case 'thinking':
      if (block.text.trim() === '' && !block.redacted) return undefined;
      return { type: 'thinking', ref, text: bounded(block.text, TEXT_LIMIT), redacted: block.redacted };
    case 'image': {
      const supported = SHOWN_IMAGES.has(block.mimeType);
      return {
        type: 'image',
        ref,
        mimeType: oneLine(block.mimeType),
        size: imageSize(block.data),
        supported,
      };
    }
    case 'raw':
      return {
        type: 'raw',
        ref,
        text: bounded(prettyJson(textOf(body.entry.record, body.raw, block.value)), OUTPUT_LIMIT),
      };
  }
}

function buildCall(
  source: BuildSource,
  row: number,
  at: string,
  body: Body,
  block: ToolCallBlock,
  number: number,
): CallPart {
  const resultRow = source.plan.pairs.resultOf(row, number);
  const result = resultRow < 0 ? undefined : buildResult(source, resultRow, block);
  const json = argumentsText(body.entry.record, body.raw, block);
  const fields = json === undefined ? [] : fieldsOf(json, row, at);
  return {
    type: 'call',
    ref: { row, at },
    callId: shortId(block.id),
    name: oneLine(block.name),
    summary: summaryOf(block, json, fields),
    fields,
    ...(showsRaw(block) && { raw: bounded(block.rawArguments ?? '', OUTPUT_LIMIT) }),
    state: result ? (result.isError ? 'error' : 'ok') : 'none',
    ...subagentsOf(source, row, number),
    ...(result && { result: result.result }),
  };
}

/**
 * One line for the call. Arguments that it would quote as JSON come from the file's text, with their own digits; one that
 * it cut (lists have less room than a page) is given longer.
 */
function summaryOf(block: ToolCallBlock, json: string | undefined, fields: readonly Field[]): string {
  const summary = callSummary(block.name, block.arguments, block.rawArguments);
  if (json !== undefined && /^[{[]/.test(summary))
    return json.length <= 2 ? '' : oneLine(prettyJson(json, 400), 120);
  if (!summary.endsWith('…')) return summary;
  const begin = summary.slice(0, -1);
  const long = fields.map(({ value }) => oneLine(value.text)).find((line) => line.startsWith(begin));
  return long ?? summary;
}

/** JSON text of a call's arguments, or undefined where the model wrote none. */
export function argumentsText(
  record: JsonObject,
  raw: string | null,
  block: ToolCallBlock,
): string | undefined {
  if (block.rawArguments !== undefined && isJson(block.rawArguments)) return block.rawArguments;
  if (block.arguments === undefined) return undefined;
  return textOf(record, raw, block.arguments);
}

/** Arguments that broke off while they were written are shown as they stand. */
function showsRaw(block: ToolCallBlock): boolean {
  return block.rawArguments !== undefined && block.rawArguments !== '' && !isJson(block.rawArguments);
}

/** Subagents of one call of an entry, or (-1) of the entry itself; the first ones, where there are many. */
export function subagentsOf(
  source: Pick<BuildSource, 'subagents'>,
  row: number,
  call: number,
): { subagents?: readonly SubagentMark[]; moreSubagents?: number } {
  const marks: SubagentMark[] = [];
  let more = 0;
  source.subagents?.(row).forEach((subagent, number) => {
    if (subagent.call !== call) return;
    if (marks.length < LISTED_SUBAGENTS) marks.push({ number, name: oneLine(subagent.name) });
    else more += 1;
  });
  return { ...(marks.length > 0 && { subagents: marks }), ...(more > 0 && { moreSubagents: more }) };
}

/** Where the whole of a result lies, if the record holds its beginning only. */
function spilledOf(source: BuildSource, row: number, body: Body, callId: string): { spilled?: SpilledPart } {
  const all = source.spilled?.(body.entry) ?? [];
  const index = all.findIndex((output) => output.callId === callId);
  const output = all[index];
  if (!output) return {};
  const { size } = output;
  const part = { ref: { row, at: `spill${index}` }, name: shortId(output.name) };
  return { spilled: { ...part, ...(size !== undefined && { size }) } };
}

interface BuiltResult {
  readonly result: CallResult;
  readonly isError: boolean;
}

function buildResult(source: BuildSource, row: number, call: ToolCallBlock): BuiltResult | undefined {
  const { table, plan } = source;
  const body = source.body(row);
  const message = body?.entry.message;
  if (!body || !message) return undefined;
  const time = table.timestamp(row);
  const beside = !plan.onPath(row);
  const only = message.results?.find(({ toolCallId }) => toolCallId === call.id);
  return {
    isError: only ? only.isError : message.isError === true,
    result: {
      ...(message.toolName && message.toolName !== call.name && { toolName: oneLine(message.toolName) }),
      row,
      line: table.line(row),
      time: Number.isNaN(time) ? null : time,
      parts: buildParts(source, row, body, message, only),
      details: detailsOf(row, body, message),
      distance: plan.distances.get(row) ?? 0,
      ...(beside && { beside: true as const }),
      ...spilledOf(source, row, body, call.id),
      ...(body.entry.malformed !== undefined && { malformed: oneLine(body.entry.malformed) }),
    },
  };
}

function detailsOf(row: number, body: Body, message: Message): Field[] {
  const { details } = message;
  if (details === undefined || details === null) return [];
  return fieldsOf(textOf(body.entry.record, body.raw, details), row, 'details');
}

function imageSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
