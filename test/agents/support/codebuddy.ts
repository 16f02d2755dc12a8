import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run, type RunOptions } from './run.ts';
import { saidToChat, type Said } from './said.ts';

const NAME = '@tencent-ai/agent-sdk';

/** The program that the agent's SDK brings along: the only one on npm. */
export function codebuddyProgram(context: Mocha.Context): string {
  const witness = join(NAME, 'cli/bin/codebuddy');
  const modules = installedOrSkip(context, {
    ...{ folder: 'codebuddy-agent-sdk', name: NAME, version: '0.3.201', witness },
  });
  return join(modules, witness);
}

export function codebuddy(context: Mocha.Context): Agent {
  const program = codebuddyProgram(context);
  return {
    place: codebuddySession,
    goOn: (room, { file }, prompt, model) => {
      const args = ['-r', file.sessionId ?? '', '--model', 'stand-in', '-p', prompt];
      return run(process.execPath, [program, ...args], codebuddyOptions(room, model.url));
    },
    wantsFolder: true,
    said: (body) => saidToChat(body).flatMap(asAsked),
    adds: () => false,
  };
}

/** Where a session of the room's project lies (formats/others.md §2). */
export function codebuddySession({ home, project }: Room, name: string): string {
  return join(home, '.codebuddy/projects', project.replace(/[^A-Za-z0-9]/g, '-').replace(/^-/, ''), name);
}

/** Writes the agent's settings and says where it runs. @param url of the model */
export function codebuddyOptions({ home, project }: Room, url: string): RunOptions {
  const folder = join(home, '.codebuddy');
  const model = {
    ...{ id: 'stand-in', name: 'stand-in', vendor: 'stand-in', apiKey: 'stand-in' },
    ...{ url: `${url}/v1/chat/completions`, maxInputTokens: 1_000_000, maxOutputTokens: 8192 },
    supportsToolCall: true,
  };
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models: [model] }));
  return {
    cwd: project,
    env: { HOME: home, CODEBUDDY_CONFIG_DIR: folder, CODEBUDDY_API_KEY: 'stand-in' },
  };
}

/** What a user says stands in a tag on the wire; all else in the user's name is the agent's. */
function asAsked(said: Said): Said[] {
  if (!('by' in said) || said.by !== 'user') return [said];
  const [, text] = /^<user_query>([^]*)<\/user_query>$/.exec(said.text) ?? [];
  return text === undefined ? [] : [{ ...said, text }];
}
