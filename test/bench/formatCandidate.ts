// Indexes one file of a format that has to be detected, in a process of its own.
//   node formatCandidate.ts FORMAT FILE
import { pathToFileURL } from 'node:url';
import { systemScheduler } from '../../src/core/lib/scheduler.ts';
import { createSimdScanner } from '../../src/scan/simdScanner.ts';
import { readFile } from '../../src/sessions/fileReading.ts';
import { turns } from '../../src/sessions/worker/readServer.ts';
import { nodeBytes } from '../../src/store/nodeBytes.ts';
import { openNodeFile } from '../../src/store/openedNodeFile.ts';

const [name = '', file = ''] = process.argv.slice(2);
const uri = pathToFileURL(file).href;
const files = openNodeFile(uri);
const reader = { ...nodeBytes, createScanner: createSimdScanner };
const cpu = process.cpuUsage();
const reading = await readFile(
  { files, uri, scheduler: systemScheduler, reader },
  turns(systemScheduler, () => false),
);
const state = reading.reader.state();
const { user, system } = process.cpuUsage(cpu);
files.close();
if (state?.format.name !== name) throw new Error(`${file} was read as ${String(state?.format.name)}.`);
if (state.problems.some(({ severity }) => severity === 'error')) throw new Error(`${file} has errors.`);
const figures = {
  cpu: (user + system) / 1e6,
  entries: state.table.size,
  scanned: reading.reader.scanned / state.committedLines,
};
console.log(JSON.stringify(figures));
