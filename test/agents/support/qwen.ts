import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run } from './run.ts';
import { isReminder, saidToChat } from './said.ts';

const NAME = '@qwen-code/qwen-code';

const PROGRAM = join(NAME, 'cli-entry.js');

function modules(context: Mocha.Context): string {
  return installedOrSkip(context, { folder: 'qwen-code', name: NAME, version: '0.24.4', witness: PROGRAM });
}

/** The module of this version that has the agent's own reader of sessions. */
export function qwenCore(context: Mocha.Context): string {
  return join(modules(context), NAME, 'chunks/chunk-DPEB6S2R.js');
}

/** Where a session of the room's project lies (formats/others.md §5). */
export function qwenSession({ home, project }: Room, name: string): string {
  return join(home, '.qwen/projects', project.replace(/[^A-Za-z0-9]/g, '-'), 'chats', name);
}

export function qwen(context: Mocha.Context): Agent {
  const program = join(modules(context), PROGRAM);
  return {
    place: qwenSession,
    goOn: ({ home, project }, { file }, prompt, model) =>
      run(process.execPath, [program, '--resume', file.sessionId ?? '', '-p', prompt], {
        cwd: project,
        env: {
          ...{
            HOME: home,
            OPENAI_BASE_URL: `${model.url}/v1`,
            OPENAI_API_KEY: 'stand-in',
            OPENAI_MODEL: 'stand-in',
          },
          ...{ QWEN_TELEMETRY_ENABLED: 'false' },
        },
      }),
    wantsFolder: true,
    said: saidToChat,
    adds: isReminder,
  };
}
