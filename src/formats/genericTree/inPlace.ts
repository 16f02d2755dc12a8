import { own, type JsonObject } from '../../core/json.ts';
import { freeId, type InPlaceWriter } from '../fork/inPlace.ts';
import { uuidV4 } from '../fork/names.ts';

const IDS = ['id', 'uuid'];
const POINTERS = ['leafId', 'leaf_id'];

/**
 * Another pointer like the last one of the file (see `followPointers`). A file without any is of an agent that may not
 * know them.
 */
export const genericTreeInPlace: InPlaceWriter = {
  sample: 'metadata',
  record({ entry, sample, now, ...request }) {
    const pointer = POINTERS.find((key) => sample && Object.hasOwn(sample.record, key));
    const target = IDS.map((key) => own(entry.record, key)).find((id) => id !== undefined);
    if (!sample || pointer === undefined || target === undefined) return undefined;
    const { record } = sample;
    const idKey = IDS.find((key) => Object.hasOwn(record, key));
    const made: JsonObject = {
      ...record,
      ...(idKey !== undefined && { [idKey]: freeId(request, uuidV4) }),
      ...(typeof own(record, 'timestamp') === 'string' && { timestamp: new Date(now).toISOString() }),
      [pointer]: target,
    };
    return made;
  },
};
