import assert from 'node:assert/strict';
import { compileShape } from '../../../../src/scan/lexicon.ts';
import { LineSplitter, type RawLine } from '../../../../src/scan/lines.ts';
import { readLine, type LineContent } from '../../../../src/scan/readLine.ts';
import { CALL, RECORD, STATUS, type Scanner } from '../../../../src/scan/records.ts';
import { createScanner } from '../../../../src/scan/scanner.ts';
import type { RecordShape } from '../../../../src/scan/shape.ts';
import { createSimdScanner } from '../../../../src/scan/simdScanner.ts';

/** What a scanner says of one line: all of its numbers, or only where the line lies when it is not good. */
interface Verdict {
  readonly status: number;
  readonly facts: string;
}

const scanners = new Map<RecordShape, readonly [Scanner, Scanner]>();

/**
 * Scans the whole lines of `bytes` in TypeScript and in WebAssembly. They must find the same facts at the same places in
 * the same lines, take no line for good that JSON.parse refuses or that is no object, and refuse none that it takes.
 * @returns number of lines, and of those that are good and not odd
 */
export function compareScanners(bytes: Uint8Array, shape: RecordShape): { lines: number; good: number } {
  // A byte order mark is never put before a scanner.
  const whole = bytes.subarray(bytes[0] === 0xef ? 3 : 0, bytes.lastIndexOf(0x0a) + 1);
  const [plain, simd] = scannersOf(shape).map((scanner) => verdicts(scanner, whole));
  assert.ok(plain && simd);
  const lines = linesOf(whole);
  assert.deepEqual([plain.length, simd.length], [lines.length, lines.length]);
  for (const [index, line] of lines.entries()) {
    assert.equal(simd[index]?.facts, plain[index]?.facts, `line ${String(index + 1)}`);
    const content = readLine(line.bytes);
    for (const found of [plain, simd]) {
      assert.ok(agrees(found[index]?.status, content), `line ${String(index + 1)}`);
    }
  }
  return { lines: lines.length, good: plain.filter(({ status }) => status === STATUS.ok).length };
}

function scannersOf(shape: RecordShape): readonly [Scanner, Scanner] {
  let pair = scanners.get(shape);
  if (!pair) {
    const simd = createSimdScanner(compileShape(shape));
    assert.ok(simd, 'This Node has no WebAssembly with vectors.');
    scanners.set(shape, (pair = [createScanner(compileShape(shape)), simd]));
  }
  return pair;
}

function verdicts(scanner: Scanner, bytes: Uint8Array): Verdict[] {
  const found: Verdict[] = [];
  scanner.room(bytes.length).set(bytes);
  scanner.start(0, bytes.length);
  for (let count = scanner.next(); count > 0; count = scanner.next()) {
    const { records, times, calls } = scanner;
    for (let line = 0; line < count; line++) {
      const at = line * RECORD.size;
      const fields = [...records.subarray(at, at + RECORD.token)];
      const first = fields[RECORD.callsAt] ?? 0;
      const keys = [...calls.subarray(first, first + CALL.size * (fields[RECORD.calls] ?? 0))];
      fields[RECORD.callsAt] = 0;
      fields.splice(RECORD.time, 2);
      const status = fields[RECORD.status] ?? -1;
      const all = [...fields, times[(at + RECORD.time) >> 1], ...keys];
      const place = [status === STATUS.blank, ...fields.slice(RECORD.start, RECORD.end + 1)];
      found.push({ status, facts: (status === STATUS.ok ? all : place).join(' ') });
    }
  }
  return found;
}

function agrees(status: number | undefined, content: LineContent): boolean {
  if (content.type === 'blank' || status === STATUS.blank) {
    return content.type === 'blank' && status === STATUS.blank;
  }
  // Scanners leave UTF-8 to others.
  if (content.type === 'bad' && content.why === 'utf8') return true;
  if (status === STATUS.ok) return content.type === 'object';
  return status === STATUS.odd || content.type === 'bad';
}

function linesOf(bytes: Uint8Array): RawLine[] {
  const lines: RawLine[] = [];
  new LineSplitter().push(bytes, (line) => lines.push({ ...line, bytes: new Uint8Array(line.bytes) }));
  return lines;
}
