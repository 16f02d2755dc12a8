import type { ToolCallBlock } from '../entry.ts';
import { isJsonObject, own, type JsonObject, type JsonValue } from '../json.ts';
import { cut, oneLine } from './oneLine.ts';

/** Units of a command and of unknown arguments that are shown, as in Pi's /tree (formats/pi.md §3). */
const COMMAND = 50;
const ARGUMENTS = 40;

/** A tool call in one line: `read README.md:1-20`, `bash npm test`, `other {"a":1}`. Never empty. */
export function callText(call: ToolCallBlock): string {
  const name = call.name === '' ? '(unnamed tool)' : call.name;
  const what = callSummary(call.name, call.arguments, call.rawArguments);
  return oneLine(what === '' ? name : `${name} ${what}`);
}

/**
 * What a call does, in one line without the tool's name: `README.md:1-20`. Empty when it has no arguments.
 * @param raw the arguments as the model wrote them, for calls that have no others
 */
export function callSummary(name: string, args: JsonValue | undefined, raw?: string): string {
  if (isJsonObject(args)) return oneLine(argumentsText(name, args));
  if (raw !== undefined) return shortened(raw, ARGUMENTS);
  return args === undefined ? '' : shortened(beginOfJson(args, ARGUMENTS + 1), ARGUMENTS);
}

function argumentsText(name: string, args: JsonObject): string {
  switch (name.toLowerCase()) {
    case 'read':
      return pathOf(args) + linesOf(args);
    case 'write':
    case 'edit':
      return pathOf(args);
    case 'bash':
      return shortened(text(args, 'command'), COMMAND);
    case 'grep':
      return `/${text(args, 'pattern')}/ in ${pathOf(args) || '.'}`;
    case 'find':
    case 'glob':
      return `${text(args, 'pattern')} in ${pathOf(args) || '.'}`;
    case 'ls':
      return pathOf(args) || '.';
    default:
      return byArguments(args) || shortened(beginOfJson(args, ARGUMENTS + 1), ARGUMENTS);
  }
}

/** Arguments that say what a call does, in any tool: the first that there is. `description` says it best. */
const TELLING = ['description', 'command', 'cmd', 'url', 'query', 'skill', 'subject', 'prompt'];

/** What a call of an unknown tool does, by the names of its arguments; empty where they are none that we know. */
function byArguments(args: JsonObject): string {
  const todos = own(args, 'todos');
  if (Array.isArray(todos)) return `${todos.filter(isDone).length}/${todos.length} done`;
  const path = pathOf(args);
  const pattern = text(args, 'pattern');
  if (pattern !== '') return `${pattern} in ${path || '.'}`;
  if (path !== '') return path + linesOf(args);
  for (const key of TELLING) {
    const value = text(args, key) || commandOf(own(args, key));
    if (/\S/.test(value)) return shortened(value, COMMAND);
  }
  return '';
}

/** A command as a list of words; of one for a shell (`bash -lc …`) what the shell runs. */
function commandOf(value: JsonValue | undefined): string {
  if (!Array.isArray(value)) return '';
  const words = value.slice(0, COMMAND).filter((word) => typeof word === 'string');
  const isShell = words.length === 3 && /^-\w*c$/.test(words[1] ?? '');
  return cut(isShell ? (words[2] ?? '') : words.join(' '), 1000);
}

function isDone(todo: JsonValue): boolean {
  return isJsonObject(todo) && own(todo, 'status') === 'completed';
}

/** The oldest files say `file_path`; notebooks have a word of their own. */
function pathOf(args: JsonObject): string {
  return text(args, 'path') || text(args, 'file_path') || text(args, 'notebook_path');
}

/** offset and limit may be numbers, numeric texts or null. */
function linesOf(args: JsonObject): string {
  const offset = number(args, 'offset');
  const limit = number(args, 'limit');
  if (offset === undefined && limit === undefined) return '';
  const start = offset ?? 1;
  return limit === undefined ? `:${start}` : `:${start}-${start + limit - 1}`;
}

function text(args: JsonObject, key: string): string {
  const value = own(args, key);
  return typeof value === 'string' ? cut(value, 1000) : '';
}

function number(args: JsonObject, key: string): number | undefined {
  const value = own(args, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function shortened(value: string, length: number): string {
  const line = oneLine(value, length * 4).replace(/…$/, '');
  return line.length > length ? `${cut(line, length)}…` : line;
}

/**
 * The beginning of a value as JSON, at least `length` units of it if it is so long. Work is bounded by `length`, and
 * so is the depth: every level writes a bracket.
 */
function beginOfJson(value: JsonValue, length: number): string {
  if (length <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length));
  if (typeof value !== 'object' || value === null) return String(value);
  const isArray = Array.isArray(value);
  let json = isArray ? '[' : '{';
  let first = true;
  for (const key in value) {
    if (json.length >= length) return json;
    if (!Object.hasOwn(value, key)) continue;
    if (!first) json += ',';
    first = false;
    if (!isArray) json += `${JSON.stringify(key.slice(0, length))}:`;
    const item = own(value as JsonObject, key);
    json += beginOfJson(item ?? null, length - json.length);
  }
  return json + (isArray ? ']' : '}');
}
