import { CR } from './lines.ts';

/** The end of the line that stands from `start` to before its LF at `end`, without the CR that may precede that. */
export function trimCr(bytes: Uint8Array, start: number, end: number): number {
  return end > start && bytes[end - 1] === CR ? end - 1 : end;
}
