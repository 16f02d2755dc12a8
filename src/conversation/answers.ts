import { readImage, readPart, type Body } from '../core/conversation.ts';
import type { PartRef } from '../core/conversation/items.ts';
import { TEXT_SLICE, type FromPage, type ToPage, type Unstamped } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';
import { readBodies } from './window.ts';

/** Pictures that are sent at all: the kinds that the page shows, as base64, not larger than this. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;
const IMAGE_LIMIT = 30_000_000;

export interface AnswerWords {
  readonly textGone: string;
  readonly badImage: string;
}

/** The answer to a question for the rest of a text, or for a picture. */
export async function answerPart(
  session: Session,
  question: Extract<FromPage, { type: 'text' | 'image' }>,
  { textGone, badImage }: AnswerWords,
): Promise<Unstamped<ToPage>> {
  const { request, ref } = question;
  if (question.type === 'text') {
    const { from } = question;
    const text = await readText(session, ref, from);
    return text ? { type: 'text', request, from, ...text } : { type: 'failed', request, message: textGone };
  }
  const picture = await readPicture(session, ref);
  return picture ? { type: 'image', request, ...picture } : { type: 'failed', request, message: badImage };
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
