import type { SessionIo } from '../../../src/api.ts';

/** One session file in memory that tells what was asked of it and fails when told to. */
export interface FakeFile extends SessionIo {
  bytes: Buffer;
  /** The calls, in order: `ensure`, `read`, `append`. */
  readonly calls: string[];
  /** What the next appends do before they would succeed; taken from the front. */
  readonly faults: ((line: string) => void | Promise<void>)[];
}

export function fakeFile(content: string | Uint8Array = ''): FakeFile {
  const fake: FakeFile = {
    bytes: Buffer.from(content),
    calls: [],
    faults: [],
    async ensureFile() {
      fake.calls.push('ensure');
    },
    async readFile() {
      fake.calls.push('read');
      return fake.bytes;
    },
    async appendFile(_file, line) {
      fake.calls.push('append');
      await fake.faults.shift()?.(line);
      fake.add(line);
    },
    add(text) {
      fake.bytes = Buffer.concat([fake.bytes, Buffer.from(text)]);
    },
  };
  return fake;
}

export interface FakeFile {
  /** Adds to the file's bytes, as a half write does. */
  add(text: string | Uint8Array): void;
}
