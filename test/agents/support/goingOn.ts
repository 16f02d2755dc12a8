import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Entry, Message } from '../../../src/core/entry.ts';
import { sharedPath } from '../../support/shared.ts';
import { REPLY } from './answers.ts';
import { fork, open, type Forked } from './fork.ts';
import { startModel, type StandInModel } from './model.ts';
import { insideBatch, newest, onBranch, plainAnswer, type Pick as PickRow } from './picks.ts';
import type { Ran } from './run.ts';
import { callsFirst, saidOnPath, type Said } from './said.ts';

/** Folders for one run of an agent, away from the user's own. */
export interface Room {
  /** The agent's home, with all its settings. */
  readonly home: string;
  /** The project in which it works: empty, and no part of a repository. */
  readonly project: string;
}

/** An agent as these tests run it. */
export interface Agent {
  /** Where in the room the agent keeps the session of this name. */
  place(room: Room, name: string): string;
  /** Goes on in the fork with the prompt, against the model. */
  goOn(room: Room, forked: Forked, prompt: string, model: StandInModel): Promise<Ran>;
  /** What a request of its says. */
  said(body: Record<string, unknown>): Said[];
  /** The agent wants the folder that a session names to be there: copies of sessions name the room's. */
  readonly wantsFolder?: boolean;
  /** What the model gets of a path, where the format itself does not tell. */
  sees?(path: readonly Entry[]): Message[];
  /** What was said, in the order that does not matter to the agent made the same; absent: {@link callsFirst}. */
  arranged?(said: readonly Said[]): Said[];
  /** Whether the agent itself puts that in front of or between what the session holds (reminders). */
  adds(said: Said): boolean;
}

export const PICKS = {
  ...{ 'a plain answer': plainAnswer, 'a call that waits': insideBatch },
  ...{ 'a branch': onBranch, 'the newest entry': newest },
};
export type PickName = keyof typeof PICKS;

/** Deep in the prompt that the agents are given, so that it is found again. */
export const PROMPT = 'go on (Session Tree)';

/** Calls `use` with an empty room, which is gone afterwards. */
export async function inRoom<T>(use: (room: Room) => Promise<T>): Promise<T> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'session-tree-agent-')));
  const project = join(home, 'project');
  mkdirSync(project);
  try {
    return await use({ home, project });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * A copy of a corpus file where the agent keeps its sessions, with what lies in a folder of its name beside it.
 * @param changed makes another session of it
 */
export function laid(
  context: Mocha.Context,
  agent: Pick<Agent, 'place' | 'wantsFolder'>,
  room: Room,
  parts: readonly string[],
  changed?: (text: string) => string,
): string {
  const source = sharedPath(context, 'corpus', ...parts);
  const path = agent.place(room, basename(source));
  mkdirSync(dirname(path), { recursive: true });
  if (agent.wantsFolder || changed) {
    const text = readFileSync(source, 'utf8');
    const placed = agent.wantsFolder ? inFolder(text, room.project) : text;
    writeFileSync(path, changed?.(placed) ?? placed);
  } else cpSync(source, path);
  const beside = source.replace(/\.jsonl$/, '');
  if (beside !== source && existsSync(beside))
    cpSync(beside, path.replace(/\.jsonl$/, ''), { recursive: true });
  return path;
}

function inFolder(text: string, project: string): string {
  return text.replace(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(project)}`);
}

/** What else there is to a session that is forked. */
export interface Laying {
  /** Files of the corpus that lie beside it, since it begins in one of them. */
  readonly others?: readonly (readonly string[])[];
  /** Makes another session of it. */
  changed?(text: string): string;
}

/**
 * Forks a session of the corpus at the row that `pick` finds, lets the agent go on in the fork, and compares what the
 * agent sends with what the path says. The source is to stay as it was.
 */
export async function goesOn(
  context: Mocha.Context,
  agent: Agent,
  parts: readonly string[],
  pick: PickRow,
  { others = [], changed }: Laying = {},
) {
  await inRoom(async (room) => {
    for (const other of others) laid(context, agent, room, other);
    const source = laid(context, agent, room, parts, changed);
    const before = readFileSync(source);
    const session = await open(source);
    const model = await startModel();
    try {
      const row = pick(session.snapshot);
      assert.ok(row !== undefined, 'the session has such an entry');
      const forked = await fork(session, row, true, agent.sees);
      const { output } = await agent.goOn(room, forked, PROMPT, model);
      const requests = model.requests.map(({ body }) => agent.said(body));
      const talk = requests.find((said) => said.some(isPrompt));
      assert.ok(talk, `no request held the prompt; the agent said: ${output.slice(0, 2000)}`);
      const arranged = (said: readonly Said[]) => agent.arranged?.(said) ?? callsFirst(said);
      const own = (said: readonly Said[]) => arranged(said.filter((each) => !agent.adds(each)));
      assert.deepEqual(own(talk.slice(0, talk.findIndex(isPrompt))), own(saidOnPath(forked.sent)));
      assert.ok(output.includes(REPLY), output.slice(0, 2000));
      assert.ok(before.equals(readFileSync(source)), 'the agent goes on in the fork alone');
    } finally {
      session.dispose();
      await model.close();
    }
  });
}

function isPrompt(said: Said): boolean {
  return 'by' in said && said.by === 'user' && said.text.includes(PROMPT);
}
