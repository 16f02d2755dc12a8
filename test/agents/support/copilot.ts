import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry, Message } from '../../../src/core/entry.ts';
import { isJsonObject, own, ownString } from '../../../src/core/json.ts';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run, type RunOptions } from './run.ts';
import { resultsByCall, saidToChat, type Said } from './said.ts';

const VERSION = '1.0.102';
const PLATFORM = `@github/copilot-${process.platform}-${process.arch}`;
const PROGRAM = join(PLATFORM, process.platform === 'win32' ? 'copilot.exe' : 'copilot');

/** Where the agent's program is. It unpacks itself once, beside its package. */
export interface CopilotProgram {
  readonly path: string;
  readonly cache: string;
}

export function copilotProgram(context: Mocha.Context): CopilotProgram {
  const modules = installedOrSkip(context, {
    ...{ folder: 'copilot', name: '@github/copilot', version: VERSION, witness: PROGRAM },
  });
  return { path: join(modules, PROGRAM), cache: join(modules, '../cache') };
}

export function copilot(context: Mocha.Context): Agent {
  const program = copilotProgram(context);
  return {
    place: copilotSession,
    goOn: (room, { file }, prompt, model) =>
      run(
        program.path,
        [`--resume=${file.sessionId ?? ''}`, '-p', prompt],
        copilotOptions(program, room, model.url),
      ),
    sees,
    said: (body) => saidToChat(body).map(asKept),
    adds: () => false,
    // Its file has results as they came in.
    arranged: resultsByCall,
  };
}

/** A model of the user's own choice, and nobody of GitHub's is asked: the agent wants no login then. @param url of the model */
export function copilotOptions({ cache }: CopilotProgram, { home, project }: Room, url: string): RunOptions {
  return {
    cwd: project,
    env: {
      ...{ HOME: home, COPILOT_HOME: join(home, '.copilot'), COPILOT_CACHE_HOME: cache },
      ...{
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: 'stand-in',
        COPILOT_MODEL: 'stand-in',
      },
      ...{ COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
    },
  };
}

/** Every session has a folder, and they all have files of the same name (formats/others.md §3). */
export function copilotSession({ home }: Room): string {
  const path = join(home, '.copilot/session-state/00000000-0000-4000-8000-000000000000/events.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/**
 * What the model gets of a path: what the agent made of a prompt, not what was typed; after a compaction its summary and
 * what came behind it; nothing of subagents.
 */
function sees(path: readonly Entry[]): Message[] {
  const main = path.filter(({ place }) => place?.side !== true);
  const compacted = main.findLastIndex(({ kind }) => kind === 'compaction');
  const summary = main[compacted]?.text;
  const kept = main.slice(compacted + 1).flatMap(({ record, message }) => {
    if (!message || message.role === 'system') return [];
    const data = own(record, 'data');
    const text = isJsonObject(data) ? ownString(data, 'transformedContent') : undefined;
    return [text === undefined ? message : asUser(text)];
  });
  return [...(summary === undefined ? [] : [asUser(summary)]), ...kept];
}

function asUser(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text }] };
}

/** The summary of a compaction stands in words of the agent's, behind all prompts before it. */
function asKept(said: Said): Said {
  if (!('by' in said) || said.by !== 'user') return said;
  const [, summary] =
    /^Some of the conversation history[^]*<summary>\n([^]*?)\n<\/summary>\n$/.exec(said.text) ?? [];
  return summary === undefined ? said : { ...said, text: summary };
}
