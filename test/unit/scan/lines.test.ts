import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineSplitter } from '../../../src/scan/lines.ts';

interface Got {
  readonly number: number;
  readonly offset: number;
  readonly text: string;
}

function split(chunks: readonly Uint8Array[]): { lines: Got[]; splitter: LineSplitter } {
  const lines: Got[] = [];
  const splitter = new LineSplitter();
  for (const chunk of chunks) {
    const reused = chunk.slice();
    splitter.push(reused, ({ number, offset, bytes }) =>
      lines.push({ number, offset, text: Buffer.from(bytes).toString('latin1') }),
    );
    reused.fill(0x21);
  }
  return { lines, splitter };
}

function texts(text: string): string[] {
  return split([Buffer.from(text)]).lines.map((line) => Buffer.from(line.text, 'latin1').toString());
}

describe('LineSplitter', function () {
  this.timeout(60_000);
  it('splits at line feeds only: other separators are content', () => {
    assert.deepEqual(texts('a\u2028b\u0085c\rd\n\ve\n'), ['a\u2028b\u0085c\rd', '\ve']);
  });

  it('takes one carriage return before a line feed as part of the terminator', () => {
    assert.deepEqual(texts('a\r\nb\r\r\n\r\n'), ['a', 'b\r', '']);
  });

  it('counts physical lines from 1, blank ones too, and knows where each begins', () => {
    const { lines, splitter } = split([Buffer.from('ab\n\nc\r\nrest')]);
    assert.deepEqual(lines, [
      { number: 1, offset: 0, text: 'ab' },
      { number: 2, offset: 3, text: '' },
      { number: 3, offset: 4, text: 'c' },
    ]);
    assert.equal(splitter.committed, 3);
    assert.deepEqual(splitter.tail, { line: 4, offset: 7, length: 4, blank: false });
    assert.equal(splitter.size, 11);
  });

  it('skips a byte order mark at byte 0, in whatever pieces it comes, and nowhere else', () => {
    const mark = [0xef, 0xbb, 0xbf];
    const whole = [...mark, 0x61, 0x0a, ...mark, 0x62, 0x0a];
    for (const chunks of [[whole], whole.map((byte) => [byte])]) {
      const { lines, splitter } = split(chunks.map((chunk) => Uint8Array.from(chunk)));
      assert.equal(splitter.bom, true);
      assert.deepEqual(lines, [
        { number: 1, offset: 3, text: 'a' },
        { number: 2, offset: 5, text: '\u00ef\u00bb\u00bfb' },
      ]);
    }
  });

  it('keeps a mark out of the tail', () => {
    const { splitter } = split([Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf)]);
    assert.equal(splitter.tail, null);
    assert.equal(splitter.bom, true);
    splitter.push(Uint8Array.of(0x20), () => assert.fail());
    assert.deepEqual(splitter.tail, { line: 1, offset: 3, length: 1, blank: true });
    splitter.push(Uint8Array.of(0x78), () => assert.fail());
    assert.deepEqual(splitter.tail, { line: 1, offset: 3, length: 2, blank: false });
    assert.deepEqual([...splitter.tailBytes()], [0x20, 0x78]);
  });

  it('tells a blank tail: spaces, tabs, carriage returns, but no NUL', () => {
    for (const [tail, blank] of [
      [' \t\r', true],
      ['\0', false],
      [' x', false],
    ] as const) {
      assert.equal(split([Buffer.from(`a\n${tail}`)]).splitter.tail?.blank, blank);
    }
    assert.equal(split([Buffer.from('a\n')]).splitter.tail, null);
  });

  it('gives the same lines and tail however the bytes are cut', () => {
    const bytes = fc.array(fc.constantFrom(0x0a, 0x0d, 0x20, 0x61, 0xef, 0xbb, 0xbf, 0), { maxLength: 60 });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat({ max: 60 })), (all, cuts) => {
        const whole = Uint8Array.from(all);
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.subarray(at[index], end));
        const [one, many] = [split([whole]), split(pieces)];
        assert.deepEqual(many.lines, one.lines);
        assert.deepEqual(many.splitter.tail, one.splitter.tail);
        assert.deepEqual(many.splitter.tailBytes(), one.splitter.tailBytes());
        assert.equal(many.splitter.bom, one.splitter.bom);
      }),
    );
  });

  it('looks at every byte of a long line once, however it arrives', () => {
    let searched = 0;
    const splitter = new LineSplitter();
    const piece = new Uint8Array(64 * 1024).fill(0x61);
    piece.indexOf = (value: number, from = 0) => {
      searched += piece.length - from;
      return Uint8Array.prototype.indexOf.call(piece, value, from);
    };
    for (let count = 0; count < 320; count++) splitter.push(piece, () => assert.fail());
    assert.equal(searched, 320 * piece.length);
    let length = 0;
    splitter.push(Uint8Array.of(0x0a), ({ bytes }) => (length = bytes.length));
    assert.equal(length, 320 * piece.length);
  });
});
