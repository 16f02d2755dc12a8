// One candidate on one file, in a process of its own. Prints its figures as a line of JSON.
//   node scanCandidate.ts NAME FILE
import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../src/core/lib/scheduler.ts';
import { createSimdScanner } from '../../src/scan/simdScanner.ts';
import { readFile } from '../../src/sessions/fileReading.ts';
import { turns } from '../../src/sessions/worker/readServer.ts';
import { nodeBytes } from '../../src/store/nodeBytes.ts';
import { openNodeFile } from '../../src/store/openedNodeFile.ts';
import { printFigures } from './lib/figures.ts';

const LF = 0x0a;
const CHUNK_BYTES = 512 * 1024;

/** Answers how many lines it saw, so that nothing can be left out unseen. */
type Candidate = (file: string) => number | Promise<number>;

const CANDIDATES: Readonly<Record<string, Candidate>> = {
  raw: (file) => {
    let lines = 0;
    readChunks(file, (chunk) => {
      lines += chunk.length & 1;
    });
    return lines;
  },
  split: (file) => {
    let lines = 0;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      lines += typeof JSON.parse(line) === 'object' ? 1 : 0;
    }
    return lines;
  },
  parse: (file) => {
    let lines = 0;
    readLines(file, (line) => {
      lines += typeof JSON.parse(line.toString('latin1')) === 'object' ? 1 : 0;
    });
    return lines;
  },
  readline: async (file) => {
    let lines = 0;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      lines += isJson(line) ? 1 : 0;
    }
    return lines;
  },
  decode: (file) => index(file, false),
  plain: (file) => index(file, true),
  scan: (file) => index(file, true, createSimdScanner),
};

/** Lines that readline cuts at U+2028 are none (perf.md §6.1). */
function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** Our reader, as the reading thread has it, up to and with the table and the tree. */
async function index(file: string, scan: boolean, createScanner?: typeof createSimdScanner): Promise<number> {
  const uri = pathToFileURL(file).href;
  const files = openNodeFile(uri);
  const options = { ...nodeBytes, scan, ...(createScanner && { createScanner }) };
  const source = { files, uri, scheduler: systemScheduler, reader: options };
  const { reader } = await readFile(
    source,
    turns(systemScheduler, () => false),
  );
  const size = reader.state()?.table.size ?? 0;
  files.close();
  return size === 0 ? 0 : reader.lines.committed;
}

/** Reads into one buffer at an address where copying is fast: large ones of `Buffer.alloc` are not (perf.md §6.5). */
function readChunks(path: string, take: (chunk: Buffer) => void): void {
  const buffer = Buffer.from(new ArrayBuffer(CHUNK_BYTES + 64), 48, CHUNK_BYTES);
  const file = openSync(path, 'r');
  for (let length = 1; length > 0;) {
    length = readSync(file, buffer, 0, buffer.length, null);
    take(buffer.subarray(0, length));
  }
  closeSync(file);
}

function readLines(path: string, take: (line: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  readChunks(path, (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
      take(bytes.subarray(from, end));
      from = end + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
  });
}

const [name = '', file = ''] = process.argv.slice(2);
const candidate = CANDIDATES[name];
if (!candidate)
  throw new RangeError(`No candidate is called "${name}": ${Object.keys(CANDIDATES).join(', ')}`);
await printFigures(() => candidate(file));
