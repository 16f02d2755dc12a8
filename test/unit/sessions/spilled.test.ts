import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SpilledOutput } from '../../../src/formats/spill.ts';
import { OUTPUT_BYTES, readSpilled } from '../../../src/sessions/spilled.ts';
import { nodeFiles } from '../../../src/store/nodeFiles.ts';
import { nodeFolders } from './nodeFolders.ts';

describe('outputs in files of their own', () => {
  let folder = '';
  let main = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-tree-spilled-'));
    mkdirSync(join(folder, 's/out'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 's/out/a.txt'), 'the whole \u00e9');
    main = pathToFileURL(join(folder, 's.jsonl')).href;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const output = (name: string): SpilledOutput => ({
    callId: 't',
    name,
    steps: (stem) => [stem, 'out', (found) => found === name],
  });
  const read = (what: SpilledOutput) => readSpilled({ files: nodeFiles, folders: nodeFolders }, main, what);

  it('are read as text', async () => {
    assert.deepEqual(await read(output('a.txt')), { text: 'the whole \u00e9', left: 0 });
  });

  it('are found among the names that are there, so that no name leads elsewhere', async () => {
    for (const name of ['../../secret.txt', '..', '/etc/passwd', 'A.TXT', 'gone.txt'])
      assert.equal(await read(output(name)), undefined, name);
    const wild: SpilledOutput = { callId: 't', name: 'x', steps: () => ['..', 'secret.txt'] };
    assert.equal(await read(wild), undefined);
    assert.equal(await read({ callId: 't', name: 'x', steps: () => [] }), undefined);
  });

  it('are never behind a link', async function () {
    try {
      symlinkSync(join(folder, 'secret.txt'), join(folder, 's/out/link.txt'));
      symlinkSync(folder, join(folder, 's/up'));
    } catch {
      this.skip();
    }
    assert.equal(await read(output('link.txt')), undefined);
    const through: SpilledOutput = { callId: 't', name: 'x', steps: (stem) => [stem, 'up', 'secret.txt'] };
    assert.equal(await read(through), undefined);
  });

  it('are read up to the cap, and what is left is counted', async () => {
    writeFileSync(join(folder, 's/out/big.txt'), 'x'.repeat(OUTPUT_BYTES + 7));
    const answer = await read(output('big.txt'));
    assert.equal(answer?.text.length, OUTPUT_BYTES);
    assert.equal(answer.left, 7);
  });
});
