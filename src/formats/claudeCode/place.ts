import type { Message } from '../../core/entry.ts';
import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import type { PlaceFacts } from '../../core/tree/placeFacts.ts';
import { keptBy } from './notes.ts';

/** UTF-16 units of a helper's prompt by which its call is found. */
const PROMPT = 300;

/**
 * Where a record stands beyond its `parentUuid` (formats/claude-code.md §1.4 to §1.8, §5): progress rows are passed
 * through; rows of one `message.id` are pieces of one message; a boundary of a compaction follows `logicalParentUuid`
 * (cases 051); records without any parent field follow one another; a side chain belongs to the call with its prompt.
 */
export function placeOf(type: string, record: JsonObject, message: Message | undefined): PlaceFacts {
  const isTalk = (type === 'user' || type === 'assistant') && own(record, 'isMeta') !== true;
  const isShown = isTalk || type === 'user' || type === 'system' || type === 'attachment';
  const after = follows(record);
  const side = own(record, 'isSidechain') === true;
  return {
    // What a teammate of the agent said is none of the user's talk: it moves no leaf (§1.3, §1.9).
    ...(isTalk && (side || ownString(record, 'teamName') === undefined) && { talk: true }),
    ...(!isShown && { passing: true }),
    ...(after !== undefined && { after }),
    ...(type === 'system' && keeps(record)),
    ...(side && { side }),
    ...(type === 'assistant' && ofReply(record, message)),
    ...(side && type === 'user' && after === undefined && promptOf(message)),
  };
}

/** The entry that a record without a parent follows: the one that it names, or the one before it in the file. */
function follows(record: JsonObject): string | undefined {
  const parent = own(record, 'parentUuid');
  if (parent === undefined) return '';
  if (parent !== null && parent !== '') return undefined;
  const logical = ownString(record, 'logicalParentUuid');
  if (logical) return logical;
  return own(record, 'subtype') === 'compact_boundary' ? '' : undefined;
}

function keeps(record: JsonObject): Pick<PlaceFacts, 'keeps'> {
  const { last, anchor } = keptBy(record);
  return last !== undefined && anchor !== undefined ? { keeps: { last, resume: anchor } } : {};
}

function ofReply(record: JsonObject, message: Message | undefined): Partial<PlaceFacts> {
  const api = own(record, 'message');
  const id = isJsonObject(api) ? ownString(api, 'id') : undefined;
  const prompts = message?.blocks.flatMap((block) => {
    const args = block.type === 'toolCall' && isJsonObject(block.arguments) ? block.arguments : undefined;
    const prompt = args && ownString(args, 'prompt');
    return prompt ? [prompt.slice(0, PROMPT)] : [];
  });
  return { ...(id && { message: id }), ...(prompts && prompts.length > 0 && { prompts }) };
}

function promptOf(message: Message | undefined): Pick<PlaceFacts, 'prompt'> {
  const text = message?.blocks.find((block) => block.type === 'text');
  return text?.type === 'text' ? { prompt: text.text.slice(0, PROMPT) } : {};
}
