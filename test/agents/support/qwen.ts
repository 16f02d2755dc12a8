import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent } from './goingOn.ts';
import { run } from './run.ts';
import { isReminder, saidToChat } from './said.ts';

const NAME = '@qwen-code/qwen-code';

export function qwen(context: Mocha.Context): Agent {
  const witness = join(NAME, 'cli-entry.js');
  const modules = installedOrSkip(context, { folder: 'qwen-code', name: NAME, version: '0.24.4', witness });
  return {
    // formats/others.md §5
    place: ({ home, project }, name) =>
      join(home, '.qwen/projects', project.replace(/[^A-Za-z0-9]/g, '-'), 'chats', name),
    goOn: ({ home, project }, { file }, prompt, model) =>
      run(process.execPath, [join(modules, witness), '--resume', file.sessionId ?? '', '-p', prompt], {
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
