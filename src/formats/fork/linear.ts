import type { JsonObject } from '../../core/json.ts';
import { numberedNames } from './names.ts';
import type { ForkStream, ForkWriter, WaitingCall } from './writer.ts';

/**
 * Forks of files whose records follow one another and name nobody: the path's lines, byte for byte.
 * @param standIn a result in the format's own shape; `before` is the record before it
 */
export function linearFork(
  standIn: (call: WaitingCall, before: JsonObject | undefined) => JsonObject,
): ForkWriter {
  return {
    closesCalls: true,
    begin({ source, now }) {
      let before: JsonObject | undefined;
      const stream: ForkStream = {
        name: numberedNames(source.name, now),
        head: () => [],
        line({ entry, bytes }) {
          before = entry.record;
          return bytes;
        },
        standIns: (calls) =>
          calls.map((call) => new TextEncoder().encode(JSON.stringify(standIn(call, before)))),
        tail: () => [],
      };
      return stream;
    },
  };
}
