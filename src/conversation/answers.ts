import { readImage, readPart, type Body } from '../core/conversation.ts';
import type { PartRef } from '../core/conversation/items.ts';
import type { Telling } from '../core/text/telling.ts';
import { TEXT_SLICE, type FromPage, type ToPage, type Unstamped } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { Beside } from './beside.ts';
import { readBodies } from './window.ts';

const SPILL = /^spill\d+$/;
/** Pictures that are sent at all: the kinds that the page shows, as base64, not larger than this. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
const IMAGE_LIMIT = 30_000_000;

export interface AnswerWords {
  readonly telling: Telling;
  /** Of a file's name `{0}`; of the bytes `{0}` that are left out. */
  readonly outputMissing: string;
  readonly outputCut: string;
  readonly textGone: string;
  readonly badImage: string;
}

/** The answer to a question for the rest of a text, or for a picture. */
export async function answerPart(
  session: Session,
  question: Extract<FromPage, { type: 'text' | 'image' }>,
  words: AnswerWords,
  beside?: Beside,
): Promise<Unstamped<ToPage>> {
  const { textGone, badImage } = words;
  const { request, ref } = question;
  if (question.type === 'text' && SPILL.test(ref.at)) {
    const answer = await readOutput(session, ref, words, beside);
    if ('failed' in answer) return { type: 'failed', request, message: answer.failed };
    const text = answer.text.slice(question.from, question.from + TEXT_SLICE);
    return { type: 'text', request, from: question.from, text, total: answer.text.length };
  }
  if (question.type === 'text') {
    const { from } = question;
    const text = await readText(session, ref, from);
    return text ? { type: 'text', request, from, ...text } : { type: 'failed', request, message: textGone };
  }
  const picture = await readPicture(session, ref);
  return picture ? { type: 'image', request, ...picture } : { type: 'failed', request, message: badImage };
}

/** The whole of an output that lies in a file of its own, with a word on what is left out of it. */
async function readOutput(
  session: Session,
  { row, at }: PartRef,
  { textGone, outputMissing, outputCut, telling }: AnswerWords,
  beside: Beside | undefined,
): Promise<{ text: string } | { failed: string }> {
  const output = await beside?.output(session, row, Number(at.slice('spill'.length)));
  if (!output) return { failed: textGone };
  if ('missing' in output) return { failed: outputMissing.replace('{0}', () => output.missing) };
  const { text, left } = output;
  return { text: left > 0 ? `${text}\n\n${outputCut.replace('{0}', () => telling.number(left))}` : text };
}

/** One slice of a part's whole text; undefined when the entry has no such part. */
export async function readText(
  session: Session,
  ref: PartRef,
  from: number,
): Promise<{ text: string; total: number } | undefined> {
  const body = await readBody(session, ref.row);
  const text = body && readPart(body, ref.at);
  return text === undefined ? undefined : { text: text.slice(from, from + TEXT_SLICE), total: text.length };
}

/** A picture that may be shown; undefined for everything else that calls itself one. */
async function readPicture(
  session: Session,
  ref: PartRef,
): Promise<{ mimeType: string; data: string } | undefined> {
  const body = await readBody(session, ref.row);
  const image = body && readImage(body.entry, ref.at);
  if (!image || !IMAGE.test(image.mimeType)) return undefined;
  if (image.data.length > IMAGE_LIMIT || !BASE64.test(image.data)) return undefined;
  return { mimeType: image.mimeType, data: image.data };
}

/** The body of one row, or undefined where the file holds none such. */
export async function readBody(session: Session, row: number): Promise<Body | undefined> {
  if (row < 0 || row >= session.snapshot.table.size) return undefined;
  return (await readBodies(session, [row])).get(row);
}
