import assert from 'node:assert/strict';
import { FileAccessError } from '../../../../src/core/files.ts';
import { Cancelled } from '../../../../src/core/lib/scheduler.ts';
import { openSession } from '../../../../src/sessions/openSession.ts';
import { FileReading } from '../../../../src/sessions/fileReading.ts';
import type { ReadListener } from '../../../../src/sessions/worker/readClient.ts';
import { quiet } from '../fakes.ts';
import { chain, record, setUp } from '../support.ts';
import { rigOf, type Rig } from './rig.ts';
import { toldBy } from './support.ts';

const REMOTE = 'memfs:/folder/session.jsonl';

function long(count: number): string {
  const text = 'x'.repeat(10_000);
  return Array.from(
    { length: count },
    (_, at) => `${record(`n${at}`, at > 0 ? `n${at - 1}` : null, text)}\n`,
  ).join('');
}

const listener = (isCancelled = () => false): ReadListener => ({
  isCancelled,
  onProgress: () => undefined,
  onPartial: () => undefined,
});

async function readBy(rig: Rig): Promise<unknown> {
  const outcome = await rig.client.read(REMOTE, listener());
  assert.equal(outcome.type, 'done');
  const source = { files: rig.files, uri: REMOTE, scheduler: rig.scheduler };
  const reading = outcome.type === 'done' ? FileReading.unpack(source, outcome.data) : undefined;
  return reading && [toldBy(reading.reader), reading.witness.pack()];
}

describe('a thread that can open no file', function () {
  this.timeout(60_000);

  it('reads through the extension what a thread that can reads by itself, each byte once', async () => {
    const here = rigOf();
    const through = rigOf(setUp(), true);
    here.files.write(REMOTE, long(500), 1);
    through.files.write(REMOTE, long(500), 1);
    const { client } = here;
    const outcome = await client.read(REMOTE, listener());
    assert.equal(outcome.type, 'declined', 'without files there is nothing to read through');
    here.files.write('file:///folder/session.jsonl', long(500), 1);
    const direct = await client.read('file:///folder/session.jsonl', listener());
    const source = { files: here.files, uri: 'file:///folder/session.jsonl', scheduler: here.scheduler };
    const reading = direct.type === 'done' ? FileReading.unpack(source, direct.data) : undefined;
    through.files.reset();
    assert.deepEqual(await readBy(through), reading && [toldBy(reading.reader), reading.witness.pack()]);
    assert.equal(through.files.counts.bytes, long(500).length);
  });

  it('tells of files that are refused, with their code and text', async () => {
    const rig = rigOf(setUp(), true);
    for (const code of ['not-found', 'too-large', 'no-permission'] as const) {
      rig.files.write(REMOTE, chain('a'));
      rig.files.fail(REMOTE, code);
      await assert.rejects(rig.client.read(REMOTE, listener()), (error) => {
        assert.ok(error instanceof FileAccessError);
        assert.deepEqual([error.code, error.uri], [code, REMOTE]);
        return true;
      });
      rig.files.fail(REMOTE, undefined);
    }
    assert.deepEqual(rig.troubles, []);
  });

  it('lets go of a reading that nobody wants, while it waits for bytes', async () => {
    const rig = rigOf(setUp(), true);
    rig.files.write(REMOTE, long(500));
    let cancelled = false;
    rig.files.beforeRead = (_uri, offset) => {
      if (offset > 0) cancelled = true;
    };
    await assert.rejects(
      rig.client.read(
        REMOTE,
        listener(() => cancelled),
      ),
      Cancelled,
    );
    rig.files.reset();
    await quiet(50);
    assert.equal(rig.files.counts.reads, 0, 'nothing is asked for any more');
    rig.files.beforeRead = undefined;
    assert.ok(await readBy(rig), 'the thread reads on for others');
  });

  it('opens the session of another file system, its beginning first, and follows it', async () => {
    const rig = rigOf(setUp(), true);
    rig.files.write(REMOTE, long(1000));
    const options = {
      files: rig.files,
      scheduler: rig.scheduler,
      remote: rig.client,
      onError: (uri: string, error: unknown) => assert.fail(`${uri}: ${String(error)}`),
    };
    const session = await openSession(REMOTE, options);
    assert.ok(session?.snapshot.partial);
    await session.whole;
    assert.equal(session.snapshot.table.size, 1000);
    rig.files.append(REMOTE, `${record('more', 'n999')}\n`);
    await session.refresh();
    assert.equal(session.snapshot.table.rowOf('more'), 1000);
    session.dispose();
  });
});
