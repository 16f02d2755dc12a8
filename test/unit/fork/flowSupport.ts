import { inEnglish } from '../../../src/core/translate.ts';
import type { ForkAction } from '../../../src/fork/choices.ts';
import { forkSession, type ForkServices, type ForkTarget } from '../../../src/fork/flow.ts';
import type { InPlacePlace, InPlaceQuestion } from '../../../src/fork/inPlace.ts';
import type { ForkPreview } from '../../../src/fork/preview.ts';
import type { ForkQuestion } from '../../../src/fork/texts.ts';
import { faultyFolder, type FaultyFolder } from './faultyFolder.ts';
import { placeIn } from './make.ts';
import { memorySession, type MemorySession } from './memory.ts';

export const URI = 'file:///s/session.jsonl';

export interface Answers {
  readonly confirm?: boolean;
  /** Index of the choice; undefined leaves. */
  readonly choose?: number;
  readonly folder?: FaultyFolder;
  readonly seed?: string;
  /** What is to become of the path; undefined leaves. */
  readonly action?: ForkAction;
  readonly leaves?: boolean;
  /** How the session's own file is written to. */
  readonly inPlace?: InPlacePlace;
  readonly agree?: boolean;
  readonly chosen?: { folder: string; name: string };
}

/** A flow over one session, with the user's answers; what was asked is kept. */
export function flow(
  session: MemorySession,
  {
    confirm = false,
    choose,
    folder = faultyFolder(),
    seed,
    action = 'file',
    chosen,
    leaves = false,
    inPlace,
    agree = true,
  }: Answers = {},
) {
  const asked: { text: string; detail: string }[] = [];
  const questions: ForkQuestion[] = [];
  const previews: ForkPreview[] = [];
  const agreed: InPlaceQuestion[] = [];
  const services: ForkServices = {
    sessions: { acquire: () => Promise.resolve(session.lease()) },
    ui: {
      confirm: (text, detail) => {
        asked.push({ text, detail });
        return Promise.resolve(confirm);
      },
      choose: (question) => {
        questions.push(question);
        return Promise.resolve(choose === undefined ? undefined : question.choices[choose]);
      },
      decide: (preview) => {
        previews.push(preview);
        return Promise.resolve(leaves ? undefined : action);
      },
      agree: (question) => {
        agreed.push(question);
        return Promise.resolve(agree);
      },
      elsewhere: () => Promise.resolve(chosen),
      busy: (work) => work,
    },
    t: inEnglish,
    place: () => placeIn(folder, '/s/session.jsonl', seed),
    ...(inPlace && { inPlace: () => inPlace }),
  };
  const run = (target: Omit<ForkTarget, 'uri'>) => forkSession(services, { uri: URI, ...target });
  return { run, asked, questions, previews, agreed, folder };
}

export const line = (id: string, parentId: string | null, message: object = { role: 'user', content: id }) =>
  JSON.stringify({ id, parentId, timestamp: 1, type: 'message', message });
export const call = (id: string, parentId: string, ...names: string[]) =>
  line(id, parentId, {
    role: 'assistant',
    content: names.map((name) => ({ type: 'toolCall', id: `${id}-${name}`, name, arguments: {} })),
  });
export const result = (id: string, parentId: string, toolCallId: string) =>
  line(id, parentId, { role: 'toolResult', toolCallId, toolName: 'x', content: [], isError: false });
export const open = (...lines: string[]) => memorySession(lines.map((each) => `${each}\n`).join(''), URI);

/** A call for two tools and both results. */
export const paired = () =>
  open(
    line('u1', null),
    call('a2', 'u1', 'read', 'bash'),
    result('r3', 'a2', 'a2-read'),
    result('r4', 'r3', 'a2-bash'),
  );
