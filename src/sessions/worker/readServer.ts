import { FileAccessError, fileAccessError } from '../../core/files.ts';
import type { FileGlance, GlanceWish } from '../../core/fileHead.ts';
import { Cancelled, type Scheduler, type Slicer } from '../../core/lib/scheduler.ts';
import type { ReaderOptions } from '../../formats/reader.ts';
import { readFile, type FileReading } from '../fileReading.ts';
import { buffersIn, type Answer, type Refusal, type Request, type Transport } from './messages.ts';
import { createThroughFiles, type OpenedFile } from './throughFiles.ts';
import { inOwnMemory } from './ownMemory.ts';

export interface ServerOptions {
  readonly port: Transport<Answer, Request>;
  /** Opens a file of this machine; absent where the thread can open none. */
  readonly open?: (uri: string) => OpenedFile;
  /** Looks at a file of this machine from outside, at once. @throws FileAccessError */
  readonly glance?: (wish: GlanceWish) => FileGlance;
  readonly scheduler: Scheduler;
  readonly reader?: ReaderOptions;
}

/** A turn of requests takes this long, in ms: then the next one goes on, and cancellations are heard. */
const TURN_MS = 8;
/** Time between two answers of progress, in ms. */
const PROGRESS_MS = 50;
/** Smaller files are sent whole only: they are there before anybody could look at a part. */
const PARTIAL_BYTES = 8 * 1024 * 1024;
/** After the first chunk, a part is sent whenever there is so many times as much. */
const PARTIAL_STEP = 16;
/** None is larger than this share of the file: its copy would take memory for what follows as a whole soon after. */
const PARTIAL_SHARE = 1 / 4;
/** A part is not sent while an unfinished line of more than this is held. */
const PARTIAL_TAIL = 1024 * 1024;

/** Answers requests in the thread that reads. All of them go on by turns, so that a small file waits for no large one. */
export function serveReads(options: ServerOptions): void {
  const { port } = options;
  const cancelled = new Set<number>();
  const running = new Set<number>();
  const through = createThroughFiles(port);
  port.onMessage((request) => {
    if (request.type === 'cancel') {
      if (running.has(request.id)) cancelled.add(request.id);
      through.forget(request.id);
      return;
    }
    if (request.type === 'glance') {
      void glance(options, request.id, request.wishes);
      return;
    }
    if (request.type !== 'read') {
      through.answer(request);
      return;
    }
    const { id, uri } = request;
    const { open } = options;
    const opened = (): OpenedFile => (open && !request.through ? open(uri) : through.open(id, uri));
    running.add(id);
    void read(options, id, uri, opened, () => cancelled.has(id)).finally(() => {
      running.delete(id);
      cancelled.delete(id);
    });
  });
}

/** One request from its beginning to its last answer; never fails. */
async function read(
  options: ServerOptions,
  id: number,
  uri: string,
  open: () => OpenedFile,
  isCancelled: () => boolean,
): Promise<void> {
  const { port, scheduler, reader } = options;
  let file: OpenedFile | undefined;
  try {
    const files = (file = open());
    const source = { files, uri, scheduler, ...(reader && { reader }) };
    const reading = await readFile(source, turns(scheduler, isCancelled), teller(options, id));
    finish(port, id, reading);
  } catch (error) {
    if (!(error instanceof Cancelled)) port.post(failure(id, error));
  } finally {
    file?.close();
  }
}

/** Looks at many files, and gives way to other requests meanwhile. */
async function glance(
  { port, glance: look, scheduler }: ServerOptions,
  id: number,
  wishes: readonly GlanceWish[],
): Promise<void> {
  if (!look) {
    port.post({ type: 'declined', id, why: 'this thread cannot look at files' });
    return;
  }
  const slicer = turns(scheduler, () => false);
  const seen: (FileGlance | Refusal)[] = [];
  for (const wish of wishes) {
    if (slicer.due()) await slicer.pause();
    seen.push(lookAt(look, wish));
  }
  port.post({ type: 'glances', id, seen });
}

function lookAt(look: NonNullable<ServerOptions['glance']>, wish: GlanceWish): FileGlance | Refusal {
  try {
    return look(wish);
  } catch (error) {
    const { code, message } =
      error instanceof FileAccessError ? error : fileAccessError('io', wish.uri, error);
    return { code, message };
  }
}

/** A slicer that counts turns by the clock and gives way to other requests between them. */
export function turns(scheduler: Scheduler, isCancelled: () => boolean): Slicer {
  let end = scheduler.elapsed() + TURN_MS;
  return {
    due: () => scheduler.elapsed() >= end,
    async pause() {
      await scheduler.turn();
      if (isCancelled()) throw new Cancelled();
      end = scheduler.elapsed() + TURN_MS;
    },
  };
}

/** Tells how far a reading is, and sends what there is of it: at once after the first chunk, then seldom. */
function teller(
  { port, scheduler }: ServerOptions,
  id: number,
): (reading: FileReading, size: number) => void {
  let told = scheduler.elapsed();
  let next = 0;
  return (reading, size) => {
    const { size: read } = reading.reader;
    if (size >= PARTIAL_BYTES && read >= next && read <= size * PARTIAL_SHARE) {
      if ((reading.reader.lines.tail?.length ?? 0) <= PARTIAL_TAIL) {
        next = read * PARTIAL_STEP;
        sendPart(port, id, reading, size);
      }
    }
    if (scheduler.elapsed() - told < PROGRESS_MS) return;
    told = scheduler.elapsed();
    port.post({ type: 'progress', id, read, size });
  };
}

function sendPart(port: Transport<Answer, Request>, id: number, reading: FileReading, size: number): void {
  reading.reader.state();
  const data = reading.pack();
  if (!data) return;
  // Copied here and then moved: a message copies on both sides, and over there that is a pause (150 ms for 360,000 rows).
  const copy = inOwnMemory(data);
  port.post({ type: 'partial', id, data: copy, size }, [...buffersIn(copy)]);
}

function finish(port: Transport<Answer, Request>, id: number, reading: FileReading): void {
  // Makes the tree here, where nobody waits for the thread.
  const data = reading.reader.state() && reading.pack();
  // Nobody needs it here any more.
  if (data) port.post({ type: 'done', id, data }, [...buffersIn(data.reader.intake.table)]);
  else port.post({ type: 'none', id });
}

function failure(id: number, error: unknown): Answer {
  if (error instanceof FileAccessError)
    return { type: 'failed', id, code: error.code, message: error.message };
  // Not of the file: something that cannot be cloned, or a fault of ours. The other way of reading may do it.
  return { type: 'declined', id, why: error instanceof Error ? error.message : String(error) };
}
