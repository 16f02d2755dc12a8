import type { Disposable } from '../core/lib/disposables.ts';
import { createEmitter, type Emitter, type Event } from '../core/lib/emitter.ts';
import { fileName } from '../core/text/fileName.ts';
import type { ReadProgress } from './opening.ts';

/** Which readings take long, and how far they are. */
export interface LongReadings {
  /** The one that was begun last, for people: `reading big.jsonl: 40 of 160 MB, 3 s left`. */
  readonly text: string | undefined;
  readonly onDidChange: Event<void>;
}

/** The side that is told. */
export interface LongReadingsModel extends LongReadings, Disposable {
  /** @param progress undefined when the reading is over */
  set(uri: string, progress: ReadProgress | undefined): void;
}

const MEGABYTE = 1024 * 1024;

export function createLongReadings(): LongReadingsModel {
  const running = new Map<string, ReadProgress>();
  const changed: Emitter<void> = createEmitter();
  return {
    onDidChange: changed.event,
    get text() {
      const last = [...running].at(-1);
      return last && textOf(...last);
    },
    set(uri, progress) {
      if (progress) running.set(uri, progress);
      else if (!running.delete(uri)) return;
      changed.fire();
    },
    dispose() {
      running.clear();
      changed.dispose();
    },
  };
}

function textOf(uri: string, { read, size, msLeft }: ReadProgress): string {
  const megabytes = (bytes: number): string => String(Math.round(bytes / MEGABYTE));
  const seconds = String(Math.max(1, Math.ceil(msLeft / 1000)));
  return `reading ${fileName(uri)}: ${megabytes(read)} of ${megabytes(size)} MB, ${seconds} s left`;
}
