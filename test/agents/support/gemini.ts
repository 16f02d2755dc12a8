import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent } from './goingOn.ts';
import { run } from './run.ts';
import { saidToGemini } from './said.ts';

const NAME = '@google/gemini-cli';

export function gemini(context: Mocha.Context): Agent {
  const witness = join(NAME, 'bundle/gemini.js');
  const modules = installedOrSkip(context, { folder: 'gemini-cli', name: NAME, version: '0.61.0', witness });
  return {
    place: ({ home }, name) => join(home, 'sessions', name),
    goOn: ({ home, project }, { file }, prompt, model) => {
      const folder = join(home, '.gemini');
      mkdirSync(folder);
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
      return run(process.execPath, [join(modules, witness), '--session-file', file.path, '-p', prompt], {
        cwd: project,
        env: {
          ...{ HOME: home, GEMINI_API_KEY: 'stand-in', GOOGLE_GEMINI_BASE_URL: model.url },
          ...{
            GEMINI_MODEL: 'gemini-2.5-flash',
            GEMINI_CLI_TRUST_WORKSPACE: 'true',
            GEMINI_TELEMETRY_ENABLED: 'false',
          },
        },
      });
    },
    said: saidToGemini,
    adds: (said) => 'by' in said && said.by === 'user' && said.text.startsWith('<session_context>'),
  };
}
