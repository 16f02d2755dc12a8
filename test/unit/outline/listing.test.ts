import assert from 'node:assert/strict';
import { BACK_MS, Listing } from '../../../src/tree/listing.ts';

/** A listing that counts how often files were looked for. */
function listingOf(fails: () => boolean = () => false) {
  const counts = { files: 0, agents: 0 };
  const errors: unknown[] = [];
  let now = 1000;
  const listing = new Listing({
    library: {
      items: [],
      rescan: () => {
        counts.files += 1;
        return fails() ? Promise.reject(new Error('no disk')) : Promise.resolve();
      },
    },
    agents: { rescan: () => Promise.resolve(void (counts.agents += 1)) },
    onError: (error) => void errors.push(error),
    elapsed: () => now,
  });
  return { listing, counts, errors, wait: (ms: number) => void (now += ms) };
}

describe('the list of sessions when somebody comes back', () => {
  it('is looked for again, the workspace only, when it was not for a while', async () => {
    const { listing, counts, wait } = listingOf();
    await listing.files();
    listing.back();
    assert.deepEqual(counts, { files: 1, agents: 1 }, 'it was looked for a moment ago');
    wait(BACK_MS);
    listing.back();
    listing.back();
    assert.deepEqual(counts, { files: 2, agents: 1 });
    await listing.again();
    wait(BACK_MS - 1);
    listing.back();
    assert.deepEqual(counts, { files: 3, agents: 2 }, 'looking by hand counts too');
  });

  it('is not looked for where nobody wanted it yet', () => {
    const { listing, counts } = listingOf();
    listing.back();
    assert.deepEqual(counts, { files: 0, agents: 0 });
  });

  it('stays as it is where looking fails, which is told', async () => {
    let isBroken = false;
    const { listing, counts, errors, wait } = listingOf(() => isBroken);
    await listing.files();
    isBroken = true;
    wait(BACK_MS);
    listing.back();
    await new Promise(setImmediate);
    assert.deepEqual([errors.length, counts.files], [1, 2]);
    await listing.files();
    assert.equal(counts.files, 2, 'what was listed is still there');
  });
});
