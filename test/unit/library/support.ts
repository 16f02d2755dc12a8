import { toDisposable } from '../../../src/core/lib/disposables.ts';
import { LIVE_MS } from '../../../src/library/live.ts';
import { CHANGE_MS, createLibrary } from '../../../src/library/model.ts';
import type { FileEvent } from '../../../src/library/source.ts';
import { createGlances } from '../../../src/sessions/glances.ts';
import { probe } from '../../../src/sessions/probe.ts';
import { createSummaryCache, type CacheFile } from '../../../src/library/summaryCache.ts';
import { quiet } from '../sessions/fakes.ts';
import { registryOf, setUp as setUpFiles, type Setup } from '../sessions/support.ts';

export const uriOf = (name: string): string => `mem:/folder/${name}.jsonl`;

/** @param over an earlier start, whose files and cache this one finds */
export function setUp(names: readonly string[] = [], over?: { setup: Setup; cache?: CacheFile }) {
  const setup = over?.setup ?? setUpFiles();
  const { files, scheduler, errors } = setup;
  const listed = new Set(names.map(uriOf));
  const registry = registryOf(setup);
  const counts = { finds: 0, watches: 0, probes: 0, changes: 0 };
  let tell: (event: FileEvent) => void = () => undefined;
  let rules = (): void => undefined;
  let isLost = false;
  const cacheFile = over?.cache;
  const glance = createGlances(files, undefined);
  const cacheOptions = { glance, scheduler, version: '1', covers: () => true };
  const onCacheError = (error: unknown): void => void errors.push(error);
  const cache = cacheFile && createSummaryCache({ ...cacheOptions, file: cacheFile, onError: onCacheError });
  const library = createLibrary({
    cache,
    glance,
    registry,
    scheduler,
    source: {
      find: () => {
        counts.finds += 1;
        if (isLost) return Promise.reject(new Error('no folder'));
        return Promise.resolve([...listed]);
      },
      watch: (onFile, onRules) => {
        counts.watches += 1;
        [tell, rules] = [onFile, onRules];
        return toDisposable(() => (counts.watches -= 1));
      },
    },
    probe: (uri, stat) => {
      counts.probes += 1;
      return probe(files, uri, stat);
    },
    onError: (error) => errors.push(error),
  });
  library.onDidChange(() => (counts.changes += 1));
  const read: string[] = [];
  library.onDidRead(({ uri }) => read.push(uri.slice(12, -6)));
  const removed: string[] = [];
  library.onDidRemove((uri) => removed.push(uri.slice(12, -6)));
  /** Writes a file some ms ago and lists it, without telling. */
  const put = (name: string, data: string, age = 10 * LIVE_MS): void => {
    listed.add(uriOf(name));
    files.write(uriOf(name), data, scheduler.now() - age);
  };
  const event = (kind: FileEvent['kind'], name: string): void => {
    tell({ uri: uriOf(name), kind });
  };
  const names_ = (): string[] => library.items.map(({ name }) => name.replace('.jsonl', ''));
  return {
    ...setup,
    listed,
    registry,
    counts,
    library,
    read,
    removed,
    put,
    event,
    rules: () => {
      rules();
    },
    names: names_,
    /** Whether looking for the files fails from now on. */
    failFind: (fails: boolean) => void (isLost = fails),
  };
}

/** Lists, and lets everything be read. */
export async function listAll({ library, scheduler }: ReturnType<typeof setUp>): Promise<void> {
  await library.rescan();
  await quiet(100);
  await scheduler.advance(CHANGE_MS);
}

/** Messages of the first session in the list, once it was read. */
export function messages({ library }: ReturnType<typeof setUp>): number | undefined {
  return library.items[0]?.summary?.messageCount;
}
