import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run, type RunOptions } from './run.ts';
import { saidToResponses, type Said } from './said.ts';

const NAME = '@openai/codex';

/** How the agent's program is started. */
export function codexCommand(context: Mocha.Context): readonly string[] {
  const program = join(NAME, 'bin/codex.js');
  const modules = installedOrSkip(context, {
    folder: 'codex',
    name: NAME,
    version: '0.171.0',
    witness: program,
  });
  return [process.execPath, join(modules, program)];
}

export function codex(context: Mocha.Context): Agent {
  const [node = '', program = ''] = codexCommand(context);
  return {
    place: codexSession,
    goOn: (room, { file }, prompt, model) => {
      const args = [program, 'exec', 'resume', '--skip-git-repo-check', file.sessionId ?? '', prompt];
      return run(node, args, codexOptions(room, model.url));
    },
    said: saidToResponses,
    adds,
  };
}

/** Writes the agent's settings and says where it runs. @param url of the model */
export function codexOptions({ home, project }: Room, url: string): RunOptions {
  const folder = join(home, '.codex');
  writeFileSync(join(folder, 'config.toml'), settings(url));
  return { cwd: project, env: { HOME: home, CODEX_HOME: folder, STAND_IN_KEY: 'stand-in' } };
}

/** Where a session lies (formats/others.md §1). */
export function codexSession({ home }: Room, name: string): string {
  const path = join(home, '.codex/sessions/2026/11/30', name);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

function settings(url: string): string {
  return [
    'model = "gpt-5"',
    'model_provider = "mock"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    // As the corpus's sessions call theirs: a session is gone on with by its own.
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "${url}/v1"`,
    'env_key = "STAND_IN_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    '',
  ].join('\n');
}

/** What the agent says in the user's name at the head of its turns. */
function adds(said: Said): boolean {
  return (
    'by' in said &&
    said.by === 'user' &&
    /^<(environment_context|permissions instructions|skills_instructions)>/.test(said.text)
  );
}
