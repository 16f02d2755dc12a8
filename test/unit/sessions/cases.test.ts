import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openSession } from '../../../src/sessions/openSession.ts';
import type { SessionSnapshot } from '../../../src/sessions/session.ts';
import { needsShared, shared } from './shared.ts';
import { setUp, URI } from './support.ts';

interface Step {
  readonly do: 'append' | 'replace';
  readonly data: string;
  readonly expect: {
    readonly committed_lines: number;
    readonly bad_lines: readonly { readonly line: number }[];
    readonly entries: number;
    readonly unterminated_tail_line: number | null;
    readonly ids: readonly string[];
  };
}

interface Case {
  readonly name: string;
  readonly input: Uint8Array;
  readonly steps: readonly Step[];
}

function casesWithSteps(): Case[] {
  const folder = shared('cases');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const file = `${folder}/${name}/expected.json`;
    if (!existsSync(file)) return [];
    const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps?: Step[] };
    return steps ? [{ name, input: readFileSync(`${folder}/${name}/input.jsonl`), steps }] : [];
  });
}

/** Lines with a problem of a bad line, as the case lists them. */
function badLines(snapshot: SessionSnapshot): number[] {
  const codes = new Set([
    'invalid-json',
    'invalid-utf8',
    'not-an-object',
    'not-an-entry',
    'nul-run',
    'glued-records',
  ]);
  return snapshot.problems.flatMap(({ code, line }) => (codes.has(code) ? [line] : []));
}

function check(snapshot: SessionSnapshot, expected: Step['expect'], where: string): void {
  const { table, tail } = snapshot;
  assert.equal(table.size, expected.entries, where);
  assert.deepEqual(
    expected.ids.map((id) => table.rowOf(id)),
    expected.ids.map((_, row) => row),
    where,
  );
  assert.equal(tail?.line ?? null, expected.unterminated_tail_line, where);
  assert.deepEqual(
    badLines(snapshot),
    expected.bad_lines.map(({ line }) => line),
    where,
  );
}

describe('watched files of the shared cases', function () {
  it('are there', function () {
    needsShared(this, 'cases');
    assert.ok(casesWithSteps().length >= 2);
  });

  for (const { name, input, steps } of casesWithSteps()) {
    // A writer that is done in one tick of the file system's clock, one that is not, and an old file moved here.
    for (const tick of [0, 1, 10_000, -10_000]) {
      it(`${name}, ${String(tick)} ms between the times of change`, async () => {
        const { files, scheduler, errors } = setUp();
        let mtime = scheduler.now();
        files.write(URI, input, mtime);
        const session = await openSession(URI, {
          files,
          scheduler,
          onError: (_uri, error) => errors.push(error),
        });
        assert.ok(session);
        for (const [index, step] of steps.entries()) {
          mtime += tick;
          if (step.do === 'append') files.append(URI, step.data, mtime);
          else files.write(URI, step.data, mtime);
          await session.refresh();
          check(session.snapshot, step.expect, `step ${String(index)}`);
        }
        assert.deepEqual(errors, []);
      });
    }
  }
});
