import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run } from './run.ts';
import { saidToAnthropic, type Said } from './said.ts';

const VERSION = '2.1.332';
const PLATFORM = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
const PROGRAM = join(PLATFORM, process.platform === 'win32' ? 'claude.exe' : 'claude');

export function claudeCode(context: Mocha.Context): Agent {
  const modules = installedOrSkip(context, {
    ...{ folder: 'claude-code', name: '@anthropic-ai/claude-code', version: VERSION, witness: PROGRAM },
  });
  return {
    place: claudeSession,
    goOn: ({ home, project }, { file }, prompt, model) =>
      run(join(modules, PROGRAM), ['--resume', file.sessionId ?? '', '-p', prompt], {
        cwd: project,
        env: {
          ...{ HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config') },
          ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'stand-in' },
          ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
        },
      }),
    said: (body) => saidToAnthropic(body).map(asWritten),
    adds,
  };
}

/**
 * Reminders, which in the corpus are replaced by as many x, and the answer with which the agent closes a turn that had
 * none (formats/claude-code.md §1.9).
 */
function adds(said: Said): boolean {
  if (!('by' in said)) return false;
  if (said.by === 'assistant') return said.text === 'No response requested.';
  return /^(<system-reminder>[^]*|[x\s]+)$/.test(said.text);
}

/** A text as the session has it: neighbours get a line feed between them, and notes of tasks a reminder around them. */
function asWritten(said: Said): Said {
  if (!('by' in said) || said.by !== 'user') return said;
  const [note] = /<task-notification>[^]*<\/task-notification>/.exec(said.text) ?? [];
  return { ...said, text: note ?? said.text.replace(/\n$/, '') };
}

/** Where a session of the room's project lies (formats/claude-code.md §1.1). */
export function claudeSession({ home, project }: Room, name: string): string {
  return join(home, 'config', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), name);
}
