// Runs in a page: reads a file of the server in a web worker, as the extension does in a browser.
import { fileAccessError, type FileAccess } from '../../../src/core/files.ts';
import { systemScheduler as scheduler } from '../../../src/core/lib/scheduler.ts';
import { FileReading } from '../../../src/sessions/fileReading.ts';
import { createReadClient } from '../../../src/sessions/worker/readClient.ts';
import { startWebWorker } from '../../../src/worker/webTransport.ts';
import { toldBy } from '../../unit/sessions/worker/support.ts';

/** What came of a reading. */
export interface ReadInPage {
  /** All that the reader knows, as JSON. */
  readonly told: string;
  /** Entries in the parts that came before the end. */
  readonly partials: readonly number[];
  readonly troubles: readonly string[];
  /** Of a file that is not there, and of a worker that is not there. */
  readonly missing: string;
  readonly noWorker: string;
}

async function readInPage(workerUrl: string, fileUrl: string): Promise<ReadInPage> {
  const whole = new Uint8Array(await (await fetch(fileUrl)).arrayBuffer());
  const held = (uri: string): Uint8Array => {
    if (uri !== fileUrl) throw fileAccessError('not-found', uri);
    return whole;
  };
  const files: FileAccess = {
    stat: (uri) => Promise.resolve().then(() => ({ size: held(uri).length, mtime: 1 })),
    read: (uri, offset, length) => Promise.resolve(held(uri).subarray(offset, offset + length)),
  };
  const troubles: string[] = [];
  const onTrouble = (text: string): void => void troubles.push(text);
  const clientOf = (url: string) =>
    createReadClient({ start: () => startWebWorker(url), opens: () => false, files, scheduler, onTrouble });
  const partials: number[] = [];
  const listener = {
    isCancelled: () => false,
    onProgress: () => undefined,
    onPartial: (data: {
      readonly reader: { readonly intake: { readonly table: { readonly size: number } } };
    }) => void partials.push(data.reader.intake.table.size),
  };
  const client = clientOf(workerUrl);
  const outcome = await client.read(fileUrl, listener);
  if (outcome.type !== 'done') throw new Error(`the reading ended as ${outcome.type}`);
  const reading = FileReading.unpack({ files, uri: fileUrl, scheduler }, outcome.data);
  if (!reading) throw new Error('its format is not known here');
  const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const missing = await client.read(`${fileUrl}.missing`, listener).then(() => 'read', why);
  client.dispose();
  const broken = clientOf(`${workerUrl}.missing`);
  const noWorker = await broken.read(fileUrl, listener).then(() => 'read', why);
  broken.dispose();
  return { told: JSON.stringify(toldBy(reading.reader)), partials, troubles, missing, noWorker };
}

Object.assign(globalThis, { readInPage });
