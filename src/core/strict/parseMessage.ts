import { isJsonObject, own, type JsonObject, type JsonValue } from '../json.ts';
import { joinPath } from './jsonPath.ts';
import type { AgentMessage, ContentBlock } from './sessionEntry.ts';
import { SessionFormatError } from './sessionErrors.ts';
import { arrayField, booleanField, objectField, stringField, wrongField, wrongValue } from './shape.ts';

type BlockType = ContentBlock['type'];

/** What may stand in each role's content, by Pi's message shapes; an image in an answer is one more than Pi writes. */
const BLOCKS: Readonly<Record<AgentMessage['role'], readonly BlockType[]>> = {
  user: ['text', 'image'],
  assistant: ['text', 'thinking', 'image', 'toolCall'],
  toolResult: ['text', 'image'],
};

/**
 * Proves that JSON data is a message (chapter 10 §2, §6). Fields beyond these are the writer's own and may be anything.
 *
 * | role | content | besides |
 * |---|---|---|
 * | user | a string, or an array of text and image | |
 * | assistant | an array of text, thinking, image and toolCall | |
 * | toolResult | an array of text and image | strings `toolCallId` and `toolName`, boolean `isError`; `details` may be missing or any JSON |
 *
 * | block | must have |
 * |---|---|
 * | text | string `text` |
 * | thinking | string `thinking` |
 * | image | strings `data` and `mimeType` |
 * | toolCall | strings `id` and `name`, object `arguments`; `rawArguments`, where it is, a string |
 *
 * Where the chapter is silent: an empty content is one; the ids of calls and the names of tools may be empty, as they
 * are in files of real writers. A block or a role of another kind is refused: a reader that skipped it would lose it.
 *
 * @param path of the message, for errors.
 * @throws SessionFormatError
 */
export function assertMessage(message: JsonObject, path: string): void {
  const role = own(message, 'role');
  switch (role) {
    case 'user':
      if (typeof own(message, 'content') === 'string') return;
      if (!Array.isArray(own(message, 'content'))) {
        throw wrongField(message, 'content', path, 'a string or an array');
      }
      break;
    case 'toolResult':
      stringField(message, 'toolCallId', path);
      stringField(message, 'toolName', path);
      booleanField(message, 'isError', path);
      break;
    case 'assistant':
      break;
    default:
      throw wrongField(message, 'role', path, '"user", "assistant" or "toolResult"');
  }
  const content = joinPath(path, 'content');
  arrayField(message, 'content', path).forEach((block, index) =>
    assertBlock(block, joinPath(content, index), BLOCKS[role]),
  );
}

function assertBlock(block: JsonValue, path: string, allowed: readonly BlockType[]): void {
  if (!isJsonObject(block)) throw new SessionFormatError(path, wrongValue(block, 'an object'));
  const type = allowed.find((name) => name === own(block, 'type'));
  switch (type) {
    case 'text':
    case 'thinking':
      stringField(block, type, path);
      return;
    case 'image':
      stringField(block, 'data', path);
      stringField(block, 'mimeType', path);
      return;
    case 'toolCall':
      stringField(block, 'id', path);
      stringField(block, 'name', path);
      objectField(block, 'arguments', path);
      if (own(block, 'rawArguments') !== undefined) stringField(block, 'rawArguments', path);
      return;
    case undefined:
      throw wrongField(block, 'type', path, allowed.map((name) => `"${name}"`).join(' or '));
  }
}
