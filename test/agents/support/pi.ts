import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import { PI } from '../../support/pi.ts';
import type { Agent } from './goingOn.ts';
import { run } from './run.ts';
import { saidToChat } from './said.ts';

/** The models of the corpus's sessions: in their own, thoughts and ids of calls go as they are. */
const PROVIDER = 'local-fake';
const MODELS = ['scripted-1', 'scripted-2'];

export function pi(context: Mocha.Context): Agent {
  const program = join(installedOrSkip(context, PI), PI.name, 'dist/cli.js');
  return {
    place: ({ home }, name) => join(home, 'sessions', name),
    goOn: ({ home, project }, { file }, prompt, model) => {
      const folder = join(home, 'agent');
      mkdirSync(folder);
      const models = MODELS.map((id) => ({ id, contextWindow: 1_000_000 }));
      const provider = { baseUrl: `${model.url}/v1`, api: 'openai-completions', apiKey: 'stand-in', models };
      writeFileSync(join(folder, 'models.json'), JSON.stringify({ providers: { [PROVIDER]: provider } }));
      return run(process.execPath, [program, '--offline', '--session', file.path, '-p', prompt], {
        cwd: project,
        env: { HOME: home, PI_CODING_AGENT_DIR: folder },
      });
    },
    wantsFolder: true,
    said: saidToChat,
    adds: () => false,
  };
}
