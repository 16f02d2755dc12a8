import type { PartRef } from '../core/conversation/items.ts';
import type { Anchor, ContextSetting, FromPage, PageAction, PageState, Place, Stamp } from '../protocol.ts';

/**
 * Narrows what a page sent.
 * @returns undefined for anything that is not exactly one of {@link FromPage}; nothing of it is then acted upon.
 */
export function parseFromPage(value: unknown): FromPage | undefined {
  if (!isObject(value) || typeof value['type'] !== 'string') return undefined;
  if (value['type'] === 'ready') {
    // The page must come up, whatever it kept.
    return { type: 'ready', anchor: parseAnchor(value['anchor']) ?? null };
  }
  if (value['type'] === 'copy')
    return isText(value['text'], 20_000_000) ? { type: 'copy', text: value['text'] } : undefined;
  if (value['type'] === 'error')
    return isText(value['message'], 2000) ? { type: 'error', message: value['message'] } : undefined;
  const stamp = parseStamp(value['stamp']);
  return stamp && parseStamped(stamp, value['type'], value);
}

function parseStamped(stamp: Stamp, type: string, value: Fields): FromPage | undefined {
  const { request, from, at, before, index, row, action, href, number } = value;
  const ref = parseRef(value['ref']);
  if (type === 'items' && isCount(request) && isCount(at) && typeof before === 'boolean') {
    return { type, stamp, request, at, before };
  }
  if (type === 'seek' && isCount(index)) return { type, stamp, index };
  if (type === 'text' && isCount(request) && ref && isCount(from)) return { type, stamp, request, ref, from };
  if (type === 'image' && isCount(request) && ref) return { type, stamp, request, ref };
  if ((type === 'branch' || type === 'entry') && isCount(row)) return { type, stamp, row };
  if (type === 'action' && isAction(action) && (row === null || isCount(row)))
    return { type, stamp, action, row };
  if (type === 'subagent' && isCount(row) && isCount(number)) return { type, stamp, row, number };
  if (type === 'kin' && isCount(number)) return { type, stamp, number };
  const context = parseContext(value);
  if (type === 'context' && context) return { type, stamp, ...context };
  if (type === 'link' && isText(href, 4000)) return { type, stamp, href };
  return undefined;
}

/** Narrows the state that VS Code hands back to revive a page; it may come from another version or be damaged. */
export function parsePageState(value: unknown): PageState | undefined {
  if (!isObject(value) || !isText(value['uri'], 10_000) || value['uri'] === '') return undefined;
  const leaf = parsePlace(value['leaf']);
  const target = value['target'] === null ? null : parsePlace(value['target']);
  if (!leaf || target === undefined || typeof value['pinned'] !== 'boolean') return undefined;
  const anchor = parseAnchor(value['anchor']);
  const context = parseContext(value['context']);
  return {
    ...{ uri: value['uri'], leaf, target, pinned: value['pinned'] },
    ...(anchor && { anchor }),
    ...(context && { context }),
  };
}

const ACTIONS: ReadonlySet<unknown> = new Set<PageAction>([
  'pin',
  'openSource',
  'copyMessage',
  'copyPath',
  'copyContext',
  'fork',
  'reveal',
  'defaultLeaf',
  'showElsewhere',
  'openParent',
  'openOrigin',
  'openForks',
  'addUsage',
  'showProblems',
]);
const PART =
  /^((b\d{1,9}|details|record)(\.f\d{1,9}(-\d{1,9}){0,4})?|b\d{1,9}\.raw|text|error|command|spill\d{1,9})$/;

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit;
}

function isAction(value: unknown): value is PageAction {
  return ACTIONS.has(value);
}

function parseStamp(value: unknown): Stamp | undefined {
  if (
    !isObject(value) ||
    !isText(value['uri'], 10_000) ||
    !isCount(value['view']) ||
    !isCount(value['revision'])
  )
    return undefined;
  return { uri: value['uri'], view: value['view'], revision: value['revision'] };
}

function parseRef(value: unknown): PartRef | undefined {
  if (!isObject(value) || !isCount(value['row']) || !isText(value['at'], 40) || !PART.test(value['at']))
    return undefined;
  return { row: value['row'], at: value['at'] };
}

function parsePlace(value: unknown): Place | undefined {
  if (!isObject(value) || !isCount(value['line']) || !isText(value['id'], 200)) return undefined;
  return { line: value['line'], id: value['id'] };
}

function parseContext(value: unknown): ContextSetting | undefined {
  if (!isObject(value) || typeof value['on'] !== 'boolean') return undefined;
  const { on, budget } = value;
  return budget === null || isCount(budget) ? { on, budget } : undefined;
}

function parseAnchor(value: unknown): Anchor | undefined {
  if (!isObject(value) || typeof value['offset'] !== 'number' || !Number.isFinite(value['offset']))
    return undefined;
  const place = parsePlace(value['place']);
  return place && { place, offset: value['offset'] };
}
