import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileScanner } from '../../../scripts/wasm.mjs';
import { pi } from '../../../src/formats/pi/pi.ts';
import { compileShape } from '../../../src/scan/lexicon.ts';
import { RECORD, STATUS } from '../../../src/scan/records.ts';
import { createScanner } from '../../../src/scan/scanner.ts';
import { createSimdScanner } from '../../../src/scan/simdScanner.ts';

const lexicon = compileShape(pi.shape ?? assert.fail());

describe('the scanner in WebAssembly', function () {
  this.timeout(60_000);

  it('is what assembly/ compiles to', async () => {
    const kept = readFileSync(join(import.meta.dirname, '../../../src/scan/simdModule.ts'), 'utf8');
    assert.equal(kept, await compileScanner(), 'npm run build:wasm makes it anew');
  });

  for (const [name, create] of [
    ['in TypeScript', createScanner],
    ['in WebAssembly', createSimdScanner],
  ] as const) {
    it(`scans lines of many sizes one after the other, ${name}`, () => {
      const scanner = create(lexicon) ?? assert.fail();
      for (const length of [10, 70_000, 5_000_000, 300, 1_000_000, 10]) {
        const note = 'x'.repeat(length);
        const line = new TextEncoder().encode(`{"type":"usage","note":"${note}","id":"abcdefgh"}\n`);
        scanner.room(line.length).set(line);
        scanner.start(0, line.length);
        assert.equal(scanner.next(), 1);
        assert.equal(scanner.records[RECORD.status], STATUS.ok);
        assert.equal(scanner.records[RECORD.end], line.length - 1);
        const idEnd = scanner.records[RECORD.idEnd] ?? 0;
        assert.equal(idEnd - (scanner.records[RECORD.idStart] ?? 0), 8);
        assert.equal(scanner.next(), 0);
      }
    });

    it(`gives more lines and calls than it has room for in parts, ${name}`, () => {
      const scanner = create(lexicon) ?? assert.fail();
      const block = '{"type":"toolCall","id":"c"}';
      const content = Array.from({ length: 100 }, () => block).join();
      const lines = `{"message":{"content":[${content}]}}\n`.repeat(3000);
      const bytes = new TextEncoder().encode(lines);
      scanner.room(bytes.length).set(bytes);
      scanner.start(0, bytes.length);
      let total = 0;
      for (let count = scanner.next(); count > 0; count = scanner.next()) {
        for (let line = 0; line < count; line++) {
          assert.equal(scanner.records[line * RECORD.size + RECORD.status], STATUS.ok);
          assert.equal(scanner.records[line * RECORD.size + RECORD.calls], 100);
        }
        total += count;
      }
      assert.equal(total, 3000);
    });
  }
});
