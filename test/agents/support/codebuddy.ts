import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent } from './goingOn.ts';
import { run } from './run.ts';
import { saidToChat, type Said } from './said.ts';

const NAME = '@tencent-ai/agent-sdk';

/** The program that the agent's SDK brings along: the only one on npm. */
export function codebuddy(context: Mocha.Context): Agent {
  const witness = join(NAME, 'cli/bin/codebuddy');
  const modules = installedOrSkip(context, {
    ...{ folder: 'codebuddy-agent-sdk', name: NAME, version: '0.3.201', witness },
  });
  return {
    // formats/others.md §2
    place: ({ home, project }, name) =>
      join(home, '.codebuddy/projects', project.replace(/[^A-Za-z0-9]/g, '-').replace(/^-/, ''), name),
    goOn: ({ home, project }, { file }, prompt, model) => {
      const folder = join(home, '.codebuddy');
      const url = `${model.url}/v1/chat/completions`;
      const models = [{ id: 'stand-in', name: 'stand-in', vendor: 'stand-in', apiKey: 'stand-in', url }];
      const limits = { maxInputTokens: 1_000_000, maxOutputTokens: 8192, supportsToolCall: true };
      writeFileSync(
        join(folder, 'models.json'),
        JSON.stringify({ models: models.map((each) => ({ ...each, ...limits })) }),
      );
      const args = ['-r', file.sessionId ?? '', '--model', 'stand-in', '-p', prompt];
      return run(process.execPath, [join(modules, witness), ...args], {
        cwd: project,
        env: { HOME: home, CODEBUDDY_CONFIG_DIR: folder, CODEBUDDY_API_KEY: 'stand-in' },
      });
    },
    wantsFolder: true,
    said: (body) => saidToChat(body).flatMap(asAsked),
    adds: () => false,
  };
}

/** What a user says stands in a tag on the wire; all else in the user's name is the agent's. */
function asAsked(said: Said): Said[] {
  if (!('by' in said) || said.by !== 'user') return [said];
  const [, text] = /^<user_query>([^]*)<\/user_query>$/.exec(said.text) ?? [];
  return text === undefined ? [] : [{ ...said, text }];
}
