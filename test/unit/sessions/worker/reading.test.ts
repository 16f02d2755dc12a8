import assert from 'node:assert/strict';
import { FileAccessError } from '../../../../src/core/files.ts';
import { Cancelled, createSlicer } from '../../../../src/core/lib/scheduler.ts';
import { FileReading } from '../../../../src/sessions/fileReading.ts';
import type { ReadListener, ReadOutcome } from '../../../../src/sessions/worker/readClient.ts';
import { IDLE_MS } from '../../../../src/sessions/worker/readClient.ts';
import { quiet } from '../fakes.ts';
import { chain, record } from '../support.ts';
import { FILE, rigOf, type Rig } from './rig.ts';
import { toldBy } from './support.ts';

/** A chain of so many entries with texts of 10 KB. */
function long(count: number, prefix = 'n'): string {
  const text = 'x'.repeat(10_000);
  return Array.from(
    { length: count },
    (_, at) => `${record(`${prefix}${at}`, at > 0 ? `${prefix}${at - 1}` : null, text)}\n`,
  ).join('');
}

interface Heard {
  readonly partials: number[];
  readonly outcome: Promise<ReadOutcome>;
}

/** Asks for a file. `isCancelled` is asked at every answer. */
function ask(rig: Rig, uri: string, isCancelled = () => false): Heard {
  const partials: number[] = [];
  const listener: ReadListener = {
    isCancelled,
    onProgress: () => undefined,
    onPartial: (data) => void partials.push(data.reader.intake.table.size),
  };
  const outcome = rig.client.read(uri, listener);
  outcome.catch(() => undefined);
  return { partials, outcome };
}

describe('reading in another thread', function () {
  this.timeout(60_000);

  it('gives what reading here gives, in a few parts and whole', async () => {
    const rig = rigOf();
    rig.files.write(FILE, long(1000));
    const { partials, outcome } = ask(rig, FILE);
    const answer = await outcome;
    assert.equal(answer.type, 'done');
    const source = { files: rig.files, uri: FILE, scheduler: rig.scheduler };
    const reading = answer.type === 'done' ? FileReading.unpack(source, answer.data) : undefined;
    const here = new FileReading(source);
    await here.readTo(await rig.files.stat(FILE), createSlicer(rig.scheduler));
    assert.deepEqual(reading && toldBy(reading.reader), toldBy(here.reader));
    assert.deepEqual(reading?.witness.pack(), here.witness.pack());
    assert.ok(partials.length > 0 && partials.length <= 3, partials.join());
    assert.ok(partials[0] !== undefined && partials[0] < 150);
  });

  it('sends no part that is more than a quarter: its copy would be held beside the whole', async () => {
    const rig = rigOf();
    // The second part would come at 16 MB of 20.
    rig.files.write(FILE, long(2000));
    const { partials, outcome } = ask(rig, FILE);
    await outcome;
    assert.ok(partials.length > 0 && partials.every((rows) => rows <= 2000 / 4), partials.join());
  });

  it('lets a small file through while a large one is read', async () => {
    const rig = rigOf();
    rig.files.write(FILE, long(2000));
    rig.files.write('file:///small.jsonl', chain('a', 'b'));
    const order: string[] = [];
    const large = ask(rig, FILE).outcome.then(() => order.push('large'));
    const small = ask(rig, 'file:///small.jsonl').outcome.then(() => order.push('small'));
    await Promise.all([large, small]);
    assert.deepEqual(order, ['small', 'large']);
  });

  it('reads on for nobody: a cancelled reading ends', async () => {
    const rig = rigOf();
    rig.files.write(FILE, long(2000));
    let cancelled = false;
    const heard = ask(rig, FILE, () => cancelled);
    rig.files.beforeRead = (_uri, offset) => {
      if (offset > 0) cancelled = true;
    };
    await assert.rejects(heard.outcome, Cancelled);
    await quiet(50);
    const { bytes } = rig.files.counts;
    await quiet(50);
    assert.equal(rig.files.counts.bytes, bytes);
    assert.ok(bytes < 12_000_000, `${bytes} bytes were read`);
  });

  it('tells of a file that cannot be read, and of one that holds no session', async () => {
    const rig = rigOf();
    rig.files.write('file:///other.txt', 'no\nsession\n'.repeat(2000));
    assert.deepEqual(await ask(rig, 'file:///other.txt').outcome, { type: 'none', id: 1 });
    await assert.rejects(ask(rig, FILE).outcome, (error) => {
      assert.ok(error instanceof FileAccessError);
      assert.deepEqual([error.code, error.uri], ['not-found', FILE]);
      return true;
    });
  });

  it('starts a thread that died once more, and gives up a file that kills it twice', async () => {
    const rig = rigOf();
    rig.files.write(FILE, long(300));
    let deaths = 1;
    rig.files.beforeRead = (_uri, offset) => {
      if (offset > 0 && deaths-- > 0) rig.kill('out of memory');
    };
    assert.equal((await ask(rig, FILE).outcome).type, 'done');
    assert.equal(rig.started, 2);
    deaths = 2;
    await assert.rejects(ask(rig, FILE).outcome, /could not be read \(its reader ended: out of memory\)/);
    assert.equal(rig.started, 3);
    assert.equal(rig.troubles.length, 3);
    // The next wish is a new one.
    assert.equal((await ask(rig, FILE).outcome).type, 'done');
  });

  it('says that files are to be read here where no thread can be started', async () => {
    const rig = rigOf();
    rig.files.write(FILE, chain('a'));
    rig.cannotStart = true;
    assert.deepEqual(await ask(rig, FILE).outcome, { type: 'declined' });
    assert.match(rig.troubles.join(), /could not be started/);
  });

  it('ends an idle thread and keeps no timer; the next file starts another', async () => {
    const rig = rigOf();
    rig.files.write(FILE, chain('a', 'b'));
    await ask(rig, FILE).outcome;
    assert.deepEqual([rig.running, rig.scheduler.timers], [1, 1]);
    await rig.scheduler.advance(IDLE_MS);
    assert.deepEqual([rig.running, rig.scheduler.timers], [0, 0]);
    await ask(rig, FILE).outcome;
    assert.equal(rig.started, 2);
    rig.client.dispose();
    assert.deepEqual([rig.running, rig.scheduler.timers], [0, 0]);
    await assert.rejects(ask(rig, FILE).outcome, Cancelled);
  });
});
