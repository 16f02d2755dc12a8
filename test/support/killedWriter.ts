// Appends to one file of each store until it is killed, and says on standard output what returned.
//   node killedWriter.ts <folder> <appends> [<write to die in>]
// With a third argument the process kills itself in the middle of that write: half of its bytes are in the file.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { UserMessage } from '../../src/core/strict/sessionEntry.ts';
import { JsonlSessionStore } from '../../src/store/jsonlStore.ts';
import { appendSession } from '../../src/store/flatSession.ts';
import type { LogIo } from '../../src/store/logIo.ts';
import { nodeLogIo } from '../../src/store/nodeLogIo.ts';
import { JsonlTranscript } from '../../src/store/transcript.ts';
import { TreeSession } from '../../src/store/treeSession.ts';

const [folder = '', appends = '0', dieIn = '0'] = process.argv.slice(2);

let writes = 0;
const io: LogIo = {
  ...nodeLogIo,
  async openAppend(path, mustBeNew) {
    const writer = await nodeLogIo.openAppend(path, mustBeNew);
    return {
      ...writer,
      async write(bytes) {
        writes += 1;
        if (writes !== Number(dieIn)) return writer.write(bytes);
        await writer.write(bytes.subarray(0, bytes.length >> 1));
        process.kill(process.pid, 'SIGKILL');
        return 0;
      },
    };
  },
};

const transcript = await JsonlTranscript.open(join(folder, 't.jsonl'), {
  sessionId: 't',
  io,
  segmentLines: 60,
});
const session = await JsonlSessionStore.open(join(folder, 'session.jsonl'));
const tree = await TreeSession.open(join(folder, 'tree.jsonl'), { io });

for (let n = 1; n <= Number(appends); n += 1) {
  const content = `message ${n} ${'x'.repeat((n * 37) % 3000)}`;
  await transcript.append({ type: 'message', role: 'user', content });
  writeSync(1, `transcript ${n}\n`);
  await appendSession(join(folder, 'flat.jsonl'), { role: 'user', content }, io);
  writeSync(1, `flat ${n}\n`);
  await tree.append({ role: 'user', content });
  writeSync(1, `tree ${n}\n`);
  const message: UserMessage = { role: 'user', content: [{ type: 'text', text: content }] };
  const parentId = n === 1 ? null : `m${n - 1}`;
  await session.append({ id: `m${n}`, parentId, timestamp: n, type: 'message', message });
  writeSync(1, `session ${n}\n`);
}

// On a fast machine all is written before the news of it arrives: the end is waited for, for a while.
setTimeout(() => undefined, 30_000);
