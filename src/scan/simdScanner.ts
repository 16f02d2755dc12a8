import { PADDING } from './jsonSkip.ts';
import type { Lexicon } from './lexicon.ts';
import { LF } from './lines.ts';
import { MAX_CALLS, MAX_LINES, RECORD, type Scanner, type Shortener } from './records.ts';
import { SIMD_MODULE } from './simdModule.ts';

/** Where things lie in the module's memory (assembly/layout.ts). */
const AT = {
  ...{ heads: 0x10000, next: 0x10200, codes: 0x10300, chars: 0x10400 },
  ...{ records: 0x20000, calls: 0x30000, short: 0x40000, area: 0x48000 },
} as const;
const PAGE = 0x10000;
const FIRST_ROOM = 2 * 1024 * 1024;
/** A memory cannot shrink: a larger area is given up with the whole instance when a smaller one will do. */
const KEPT_ROOM = 4 * 1024 * 1024;

/** As much of WebAssembly as is used here: neither of the hosts' type libraries is ours to count on. */
interface Host {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  start(from: number, end: number, tokens: number): void;
  next(): number;
  beginShort(withHashes: boolean): void;
  shorten(line: number): number;
  shortLength(): number;
}

/** Makes one instance after the other of the compiled module; null where the host cannot. */
type Instantiate = (() => Exports) | null;

let instantiate: Instantiate | undefined;

/** The scanner in WebAssembly, or undefined where the host has none with vectors. */
export function createSimdScanner(lexicon: Lexicon): Scanner | undefined {
  instantiate ??= compile();
  return instantiate ? new SimdScanner(instantiate, lexicon) : undefined;
}

function compile(): Instantiate {
  const host = (globalThis as unknown as { readonly WebAssembly?: Host }).WebAssembly;
  const bytes = Uint8Array.from(atob(SIMD_MODULE), (letter) => letter.charCodeAt(0));
  if (!host?.validate(bytes)) return null;
  try {
    const module = new host.Module(bytes);
    return () => new host.Instance(module).exports as Exports;
  } catch {
    return null; // forbidden by a policy
  }
}

class SimdScanner implements Scanner {
  bytes = new Uint8Array(0);
  records = new Int32Array(0);
  times = new Float64Array(0);
  calls = new Int32Array(0);
  #short = new Uint8Array(0);
  readonly #instantiate: () => Exports;
  readonly #lexicon: Lexicon;
  #exports: Exports | undefined;
  /** Bytes that the area has room for. */
  #room = 0;

  constructor(instantiate: () => Exports, lexicon: Lexicon) {
    this.#instantiate = instantiate;
    this.#lexicon = lexicon;
  }

  room(length: number): Uint8Array {
    const isTooLarge = this.#room > KEPT_ROOM && length <= KEPT_ROOM;
    if (!this.#exports || length > this.#room || isTooLarge) this.#lay(Math.max(length, FIRST_ROOM));
    return this.bytes;
  }

  start(from: number, end: number): void {
    const { bytes } = this;
    // What follows may be the beginning of a line that is to be scanned next.
    const behind = bytes.slice(end, end + PADDING);
    bytes.fill(LF, end, end + PADDING);
    this.#exports?.start(from, end, this.#tokens());
    bytes.set(behind, end);
  }

  next(): number {
    return this.#exports?.next() ?? 0;
  }

  readonly shortener: Shortener = {
    begin: (hashes) => this.#exports?.beginShort(hashes),
    add: (line) => this.#exports?.shorten(line) === 1,
    text: () => this.#short.subarray(0, this.#exports?.shortLength() ?? 0),
  };

  /** Every byte of the area may begin a token, which takes four bytes behind it. */
  #tokens(): number {
    return AT.area + ((this.#room + PADDING + 63) & ~63);
  }

  /** A new instance with room for `length` bytes. */
  #lay(length: number): void {
    const exports = this.#instantiate();
    this.#exports = exports;
    this.#room = length;
    const { memory } = exports;
    const pages =
      Math.ceil((this.#tokens() + 4 * (length + PADDING)) / PAGE) - memory.buffer.byteLength / PAGE;
    if (pages > 0) memory.grow(pages);
    const { buffer } = memory;
    this.bytes = new Uint8Array(buffer, AT.area, length + PADDING);
    this.records = new Int32Array(buffer, AT.records, MAX_LINES * RECORD.size);
    this.times = new Float64Array(buffer, AT.records, (MAX_LINES * RECORD.size) / 2);
    this.calls = new Int32Array(buffer, AT.calls, MAX_CALLS);
    this.#short = new Uint8Array(buffer, AT.short, AT.area - AT.short);
    const { heads, next, codes, chars } = this.#lexicon;
    for (const [at, words] of [
      [AT.heads, heads],
      [AT.next, next],
      [AT.codes, codes],
      [AT.chars, chars],
    ] as const) {
      new Uint8Array(buffer, at, words.length).set(words);
    }
  }
}
