import type { Block } from '../../core/entry.ts';

/**
 * Texts that the agent itself writes into the user's messages: the environment, instructions from files, what became of a
 * turn (formats/others.md §1 "Synthetic user items"). The first words tell them.
 */
const OWN_TEXTS =
  /^\s*(?:# AGENTS\.md instructions\b|<(?:permissions instructions|turn_aborted|skill|collaboration_mode|user_action|model_switch|personality_spec|recommended_plugins|hook_prompt|[a-z_]+_(?:context|instructions|notification|state|guidance))>)/;

const SHELL =
  /^\s*<user_shell_command>\s*<command>\n?([^]*?)\n?<\/command>\s*(?:<result>\n?([^]*?)\n?<\/result>)?/;

/** Whether none of a user's message was written by a person. */
export function isSynthetic(blocks: readonly Block[]): boolean {
  let texts = 0;
  for (const block of blocks) {
    if (block.type !== 'text') return false;
    if (!/\S/.test(block.text)) continue;
    if (!OWN_TEXTS.test(block.text)) return false;
    texts += 1;
  }
  return texts > 0;
}

/** A command that the user ran, told to the model as text. */
export interface ShellCommand {
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

export function shellCommand(blocks: readonly Block[]): ShellCommand | undefined {
  const [block] = blocks;
  if (blocks.length !== 1 || block?.type !== 'text') return undefined;
  const match = SHELL.exec(block.text);
  if (!match) return undefined;
  const result = match[2] ?? '';
  const code = /^Exit code: (-?\d+)/.exec(result)?.[1];
  const output = result.replace(/^Exit code: [^]*?\nOutput:\n?/, '');
  return { command: match[1] ?? '', output, ...(code !== undefined && { exitCode: Number(code) }) };
}
