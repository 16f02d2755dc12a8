import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedOrSkip } from '../../support/npmPackage.ts';
import type { Agent, Room } from './goingOn.ts';
import { run } from './run.ts';
import { saidToGemini, type Said } from './said.ts';

const NAME = '@google/gemini-cli';

const INTERRUPTED = '[The previous response was interrupted before it completed.]';
const PROGRAM = join(NAME, 'bundle/gemini.js');

function modules(context: Mocha.Context): string {
  return installedOrSkip(context, { folder: 'gemini-cli', name: NAME, version: '0.61.0', witness: PROGRAM });
}

/** The module of this version that has the agent's own reader of sessions. */
export function geminiCore(context: Mocha.Context): string {
  return join(modules(context), NAME, 'bundle/chunk-JDPZ4CE3.js');
}

/** Anywhere: the agent is told the path. */
export function geminiSession({ home }: Room, name: string): string {
  return join(home, 'sessions', name);
}

export function gemini(context: Mocha.Context): Agent {
  const program = join(modules(context), PROGRAM);
  return {
    place: geminiSession,
    goOn: ({ home, project }, { file }, prompt, model) => {
      const folder = join(home, '.gemini');
      mkdirSync(folder);
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
      return run(process.execPath, [program, '--session-file', file.path, '-p', prompt], {
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
    // What it says where a prompt follows results that the model never answered.
    adds: (said) => isSessionContext(said) || ('by' in said && said.text === INTERRUPTED),
  };
}

/** Whether that is what the agent says of its surroundings at the head of every session. */
export function isSessionContext(said: Said): boolean {
  return 'by' in said && said.by === 'user' && said.text.startsWith('<session_context>');
}

interface Line {
  readonly id?: string;
  readonly type?: string;
  readonly content?: unknown;
  readonly toolCalls?: readonly object[];
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A session that went back before its last prompt, as the agent's `/rewind` records it, and on with another one. */
export function wentBack(text: string): string {
  const lines = linesOf(text);
  const isPrompt = ({ type, content }: Line) =>
    type === 'user' && !JSON.stringify(content).includes('functionResponse');
  const { id } = lines.findLast(isPrompt) ?? {};
  const said = (type: string, words: string) => ({
    ...{ id: `${type} after`, timestamp: '2026-11-30T05:22:00.000Z', type, content: [{ text: words }] },
  });
  return textOf([...lines, { $rewindTo: id }, said('user', 'Otherwise.'), said('gemini', 'So be it.')]);
}

/** A session that ended when the first of two calls had its result. */
export function brokenOff(text: string): string {
  const lines = linesOf(text);
  const end = lines.findIndex(({ toolCalls = [] }) => toolCalls.length > 1);
  const { toolCalls = [], ...last } = lines[end] ?? {};
  const calls = toolCalls.map((call, index) =>
    index === 0 ? call : { ...call, status: 'executing', result: undefined, resultDisplay: undefined },
  );
  return textOf([...lines.slice(0, end), { ...last, toolCalls: calls }]);
}
