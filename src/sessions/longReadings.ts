import type { Disposable } from '../core/lib/disposables.ts';
import { createEmitter, type Emitter, type Event } from '../core/lib/emitter.ts';
import { fileName } from '../core/text/fileName.ts';
import type { Translate } from '../core/translate.ts';
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

export function createLongReadings(t: Translate): LongReadingsModel {
  const running = new Map<string, ReadProgress>();
  const changed: Emitter<void> = createEmitter();
  return {
    onDidChange: changed.event,
    get text() {
      const last = [...running].at(-1);
      return last && textOf(t, ...last);
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

function textOf(t: Translate, uri: string, { read, size, msLeft }: ReadProgress): string {
  const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
  const seconds = Math.max(1, Math.ceil(msLeft / 1000));
  return t(
    'reading {0}: {1} of {2} MB, {3} s left',
    fileName(uri),
    megabytes(read),
    megabytes(size),
    seconds,
  );
}
