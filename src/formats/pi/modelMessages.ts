import { own, ownString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ModelContext } from '../../core/context/modelContext.ts';

// Pi's own words around what is not said by user or model (pi-coding-agent 1.6.0, core/messages.ts, MIT).
const COMPACTION = [
  'The conversation history before this point was compacted into the following summary:\n\n<summary>\n',
  '\n</summary>',
] as const;
const BRANCH = [
  'The following is a summary of a branch that this conversation came back from:\n\n<summary>\n',
  '</summary>',
] as const;

/**
 * The context as messages for a model, in Pi's shape: `system`, `user`, `assistant` and `toolResult` only. Summaries,
 * extensions' messages and commands that the user ran become the user's words, as Pi has them; commands that the user
 * kept from the model, and roles that nobody knows, are left out.
 *
 * Results whose call the model does not see are left out too, since a request that holds one is refused (cases 081);
 * `context.orphanResults` names them. Pi 1.6.0 leaves them in.
 */
export function modelMessages(context: Pick<ModelContext, 'messages' | 'orphanResults'>): JsonObject[] {
  const orphans = new Set(context.orphanResults.map(({ index }) => index));
  const messages: JsonObject[] = [];
  context.messages.forEach((message, index) => {
    const sent = orphans.has(index) ? undefined : modelMessage(message);
    if (sent) messages.push(sent);
  });
  return messages;
}

function modelMessage(message: JsonObject): JsonObject | undefined {
  switch (ownString(message, 'role')) {
    case 'system':
    case 'user':
    case 'assistant':
    case 'toolResult':
      return message;
    case 'custom': {
      const content = own(message, 'content') ?? [];
      return asUser(message, typeof content === 'string' ? textBlocks(content) : content);
    }
    case 'branchSummary':
      return asUser(message, textBlocks(BRANCH.join(textOf(message, 'summary'))));
    case 'compactionSummary':
      return asUser(message, textBlocks(COMPACTION.join(textOf(message, 'summary'))));
    case 'bashExecution':
      if (own(message, 'excludeFromContext') === true) return undefined;
      return asUser(message, textBlocks(bashText(message)));
    default:
      return undefined;
  }
}

function asUser(message: JsonObject, content: JsonValue): JsonObject {
  return { role: 'user', content, timestamp: own(message, 'timestamp') ?? null };
}

function textBlocks(text: string): JsonValue {
  return [{ type: 'text', text }];
}

function textOf(message: JsonObject, key: string): string {
  return ownString(message, key) ?? '';
}

function bashText(message: JsonObject): string {
  const output = textOf(message, 'output');
  const exitCode = own(message, 'exitCode') ?? 0;
  let text = `Ran \`${textOf(message, 'command')}\`\n`;
  text += output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``;
  if (own(message, 'cancelled') === true) text += '\n\n(command cancelled)';
  else if (typeof exitCode === 'number' && exitCode !== 0) text += `\n\nCommand exited with code ${exitCode}`;
  const whole = textOf(message, 'fullOutputPath');
  if (own(message, 'truncated') === true && whole !== '')
    text += `\n\n[Output truncated. Full output: ${whole}]`;
  return text;
}
