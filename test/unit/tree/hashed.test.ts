import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callKey } from '../../../src/core/index/callColumn.ts';
import type { HashedEntry } from '../../../src/core/index/hashedEntry.ts';
import { hashId } from '../../../src/core/index/idHash.ts';
import { CONVERSATION, HAS_TEXT, kindCode, roleCode } from '../../../src/core/index/rowColumns.ts';
import { EMPTY_CALL } from '../../../src/core/index/table.ts';
import { TableBuilder } from '../../../src/core/index/tableBuilder.ts';
import { append, type Row } from './rows.ts';

function hashed(id: string): Int32Array {
  const hash = new Int32Array(2);
  hashId(id, hash);
  return hash;
}

function keyOf(id: string): number {
  const [low = 0, high = 0] = hashed(id);
  return id === '' ? EMPTY_CALL : callKey(low >>> 0, high);
}

/** Adds the row by its hashes, or as texts where the table wants these. */
function appendEither(builder: TableBuilder, row: Row): void {
  const at = builder.size;
  const { id, parent = null, talk = true, calls = [], results = [] } = row;
  const hash = hashed(id);
  const above = hashed(parent ?? '');
  const entry: HashedEntry = {
    kind: kindCode(talk ? 'message' : 'label'),
    role: roleCode(talk ? (results.length > 0 ? 'toolResult' : 'assistant') : null),
    timestamp: at,
    flags: talk ? CONVERSATION | HAS_TEXT : HAS_TEXT,
    ...{ idLow: hash[0] ?? 0, idHigh: hash[1] ?? 0 },
    hasParent: parent !== null,
    ...{ parentLow: above[0] ?? 0, parentHigh: above[1] ?? 0 },
    // Lists may be longer than they are counted.
    ...{ callCount: calls.length, calls: [...calls.map(keyOf), 7] },
    ...{ resultCount: results.length, results: [...results.map(keyOf), 8] },
    place: undefined,
    message: 0,
  };
  if (builder.appendHashed(entry, at + 1, at * 10, 9, at) < 0) append(builder, row);
}

/** All that a table tells of its rows. */
function told(table: TableBuilder): unknown {
  const rows = Array.from({ length: table.size }, (_, row) => [
    ...[table.line(row), table.offset(row), table.length(row), table.kind(row), table.role(row)],
    ...[table.timestamp(row), table.isConversation(row), table.isRepeat(row), table.firstOf(row)],
    ...[table.parentLink(row), table.calls(row), table.results(row), table.rowOfRecord(row)],
  ]);
  return { rows, missing: table.missingParents(), tree: [...table.tree().parent] };
}

const id = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
const rows = fc.array(
  fc.record({ id, parent: fc.option(id), talk: fc.boolean(), calls: fc.array(id), results: fc.array(id) }),
  { maxLength: 14 },
);

describe('entries that are known by hashes', function () {
  this.timeout(60_000);

  it('make the same table, whichever of them come as texts', () => {
    const choices = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(rows, choices, fc.boolean(), (list, asText, hasPlaces) => {
        const usual = new TableBuilder({ hasPlaces });
        const mixed = new TableBuilder({ hasPlaces });
        list.forEach((row, at) => {
          append(usual, row);
          if (asText[at]) append(mixed, row);
          else appendEither(mixed, row);
        });
        assert.deepEqual(told(mixed), told(usual));
      }),
      { numRuns: 3000 },
    );
  });
});
