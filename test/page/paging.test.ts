import assert from 'node:assert/strict';
import { call, message, result } from '../unit/conversation/support.ts';
import { openRig, type Rig } from './support/rig.ts';

const user = (id: string, parentId: string | null, text = `text of ${id}`): object =>
  message(id, parentId, 'user', text);
const chainOf = (count: number, text?: (i: number) => string): object[] =>
  Array.from({ length: count }, (_, i) => user(`n${i}`, i === 0 ? null : `n${i - 1}`, text?.(i)));
/** Messages of different heights, so that estimates of unseen ones are wrong. */
const uneven = (i: number): string => `message ${i}\n\n${'words and words\n\n'.repeat((i * 7) % 13)}`;

interface Seen {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

const seen = (rig: Rig): Promise<Seen> =>
  rig.page.page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.item')].map((item) =>
      Number(item.dataset['row']),
    );
    return { first: rows[0] ?? -1, last: rows.at(-1) ?? -1, count: rows.length };
  });

/** Row at the top of the window, and how far its top is below the title row. */
const topItem = (rig: Rig): Promise<{ row: number; top: number }> =>
  rig.page.page.evaluate(() => {
    const edge = document.querySelector('.top-row')?.getBoundingClientRect().bottom ?? 0;
    for (const item of document.querySelectorAll<HTMLElement>('.item')) {
      const { top, bottom } = item.getBoundingClientRect();
      if (bottom > edge + 1) return { row: Number(item.dataset['row']), top: Math.round(top - edge) };
    }
    return { row: -1, top: 0 };
  });

const topOf = (rig: Rig, row: number): Promise<number> =>
  rig.page.page.evaluate(
    (wanted) => document.querySelector(`[data-row="${wanted}"]`)?.getBoundingClientRect().top ?? NaN,
    row,
  );

describe('The conversation page: long paths', function () {
  this.timeout(120_000);

  it('begins at the end, and reaches the first of 10,000 items with a bounded document', async () => {
    const rig = await openRig({ lines: chainOf(10_000) });
    assert.deepEqual((await seen(rig)).last, 9999);
    await rig.page.page.locator('.item').last().focus();
    await rig.page.page.keyboard.press('g');
    await rig.pump();
    assert.equal((await seen(rig)).first, 0);
    assert.deepEqual((await topItem(rig)).row, 0);
    let largest = 0;
    const page = async (y: number): Promise<Seen> => {
      await rig.page.page.evaluate((to) => {
        // The reader's own hand: it ends what the page still aims at.
        dispatchEvent(new WheelEvent('wheel'));
        scrollTo(0, to);
      }, y);
      await rig.pump();
      const now = await seen(rig);
      largest = Math.max(largest, now.count);
      assert.equal(now.last - now.first + 1, now.count, 'no gaps');
      return now;
    };
    for (let i = 0; i < 8; i++) await page(1e9);
    assert.ok((await seen(rig)).first > 600, 'what is far above was let go of');
    rig.view.open(5000);
    await rig.pump();
    const middle = await seen(rig);
    assert.ok((await page(0)).first < middle.first);
    assert.ok((await page(1e9)).last > middle.last);
    await rig.page.page.keyboard.press('G');
    await rig.pump();
    assert.equal((await seen(rig)).last, 9999);
    assert.ok(largest <= 600, `${largest} items in the document`);
    await rig.page.assertClean();
  });

  it('shows what stands above the first item when the reader goes there', async () => {
    for (const count of [40, 700]) {
      const rig = await openRig({ lines: chainOf(count) });
      const top = (): Promise<number> => rig.page.page.evaluate(() => scrollY);
      assert.ok((await top()) > 0);
      await rig.page.page.keyboard.press('g');
      await rig.pump();
      await rig.page.page.waitForTimeout(300);
      assert.equal((await seen(rig)).first, 0);
      assert.equal(await top(), 0);
      await rig.page.assertClean();
    }
  });

  it('says how many are hidden, and loads them by button too', async () => {
    const rig = await openRig({ lines: chainOf(700), row: 350 });
    const labels = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.page-button')].map(({ textContent }) => textContent),
    );
    for (const label of labels) assert.match(label ?? '', /^Show (earlier|later) \(\d+ more\)$/);
    const { first } = await seen(rig);
    if (first > 0) {
      await rig.page.page.getByRole('button', { name: /^Show earlier/ }).click();
      await rig.pump();
      assert.ok((await seen(rig)).first < first);
    }
  });

  it('leaves what is read where it is when earlier items come in', async () => {
    const rig = await openRig({ lines: chainOf(600, uneven), row: 300 });
    await rig.page.page.evaluate(() => scrollBy(0, 40));
    await rig.page.page.waitForTimeout(300);
    for (let i = 0; i < 3; i++) {
      const before = await topItem(rig);
      const { first } = await seen(rig);
      // The button is pressed where it is: scrolling to it would be the reader's own move.
      await rig.page.page.evaluate(() => document.querySelector<HTMLElement>('.page-button')?.click());
      await rig.pump();
      await rig.page.page.waitForTimeout(200);
      if (first > 0) assert.ok((await seen(rig)).first < first);
      const after = await topOf(rig, before.row);
      const edge = await rig.page.page.evaluate(
        () => document.querySelector('.top-row')?.getBoundingClientRect().bottom ?? 0,
      );
      assert.ok(
        Math.abs(after - edge - before.top) <= 2,
        `row ${before.row}: ${before.top} → ${after - edge}`,
      );
    }
  });

  it('scrolls to the chosen entry and marks it, in the middle of uneven items', async () => {
    const rig = await openRig({ lines: chainOf(600, uneven), row: 300 });
    await rig.page.page.waitForTimeout(300);
    const { row, top } = await topItem(rig);
    assert.ok(row === 300 || row === 299, `row ${row}`);
    assert.ok(Math.abs((await topOf(rig, 300)) - 12 - (await edgeOf(rig))) <= 2, `${row} ${top}`);
    const marked = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[aria-current=true].target')].map(
        (item) => item.dataset['row'],
      ),
    );
    assert.deepEqual(marked, ['300']);
  });

  it('opens and shows the call when its result was chosen', async () => {
    const rig = await openRig({
      lines: [
        ...chainOf(40),
        message('a', 'n39', 'assistant', [call('c1'), call('c2')]),
        result('r', 'a', 'c2', 'the result'),
      ],
      row: 41,
    });
    assert.deepEqual(
      await rig.page.page.evaluate(() =>
        [...document.querySelectorAll<HTMLDetailsElement>('.call')].map(({ open }) => open),
      ),
      [false, true],
    );
  });
});

const edgeOf = (rig: Rig): Promise<number> =>
  rig.page.page.evaluate(() => document.querySelector('.top-row')?.getBoundingClientRect().bottom ?? 0);

describe('The conversation page: a growing file', function () {
  this.timeout(60_000);

  it('adds items below without moving what is read, keeps folds and selection, and says so', async () => {
    const lines = [
      ...chainOf(60),
      message('a', 'n59', 'assistant', [{ type: 'thinking', thinking: 'deep thought' }, call('c1')]),
    ];
    const rig = await openRig({ lines, row: 30 });
    const { page } = rig.page;
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
      const node = document.querySelector('[data-row="31"] .markdown p')?.firstChild;
      if (node) getSelection()?.setBaseAndExtent(node, 0, node, 4);
    });
    await page.waitForTimeout(300);
    const before = await topItem(rig);
    await rig.append(result('r', 'a', 'c1', 'answer'), user('z', 'r', 'new one'));
    assert.deepEqual(await topItem(rig), before);
    assert.equal(await page.evaluate(() => getSelection()?.toString()), 'text');
    const folds = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLDetailsElement>('[data-row="60"] .fold')].map(({ open }) => open),
    );
    assert.deepEqual(folds, [true, true]);
    assert.equal(await page.locator('.call-state').textContent(), 'ok');
    assert.match(
      (await page.locator('[aria-live=polite]').textContent()) ?? '',
      /^1 new in this conversation/,
    );
    await page.getByRole('button', { name: '1 new below' }).click();
    await rig.pump();
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['row']), '62');
    assert.equal(await page.getByRole('button', { name: /new below/ }).count(), 0);
  });

  it('follows the end for a reader who is there', async () => {
    const rig = await openRig({ lines: chainOf(60, uneven) });
    await rig.append(
      ...Array.from({ length: 5 }, (_, i) => user(`m${i}`, i === 0 ? 'n59' : `m${i - 1}`, uneven(i + 6))),
    );
    await rig.page.page.waitForTimeout(300);
    const left = await rig.page.page.evaluate(
      () => document.documentElement.scrollHeight - innerHeight - scrollY,
    );
    assert.ok(Math.abs(left) <= 2, `${left} px left`);
    assert.equal((await seen(rig)).last, 64);
  });

  it('tells of a branch that is written elsewhere, and goes there when asked', async () => {
    const rig = await openRig({ lines: chainOf(5) });
    await rig.append(user('b', 'n1', 'elsewhere'), user('c', 'b'));
    const pill = rig.page.page.getByRole('button', { name: 'New entries on another branch: Show' });
    await pill.click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('action').map(({ action }) => action),
      ['showElsewhere'],
    );
    assert.equal((await seen(rig)).last, 4, 'the shown path stays');
    rig.view.open(rig.session.snapshot.tree.defaultLeaf);
    await rig.pump();
    assert.equal((await seen(rig)).last, 6);
    assert.equal(await pill.count(), 0);
  });

  it('says that the file was deleted or replaced, and keeps the place', async () => {
    const rig = await openRig({ lines: chainOf(80, uneven), row: 40 });
    await rig.page.page.waitForTimeout(200);
    await rig.replace(null);
    assert.equal(await rig.page.page.locator('.notice').textContent(), 'deleted');
    assert.equal((await seen(rig)).last, 79);
    await rig.replace(
      chainOf(90, uneven)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    await rig.page.page.waitForTimeout(200);
    assert.equal(await rig.page.page.locator('.notice').textContent(), 'replaced');
    assert.equal((await seen(rig)).last, 89);
    assert.ok(Math.abs((await topOf(rig, 40)) - (await edgeOf(rig)) - 12) <= 2);
  });
});

describe('The conversation page: what it keeps', function () {
  this.timeout(60_000);

  it('comes back where it was, with the same folds', async () => {
    const lines = chainOf(400, uneven);
    lines.splice(
      200,
      1,
      message('n200', 'n199', 'assistant', [
        { type: 'thinking', thinking: 'kept open' },
        { type: 'text', text: uneven(200) },
      ]),
    );
    const rig = await openRig({ lines, row: 200 });
    const { page } = rig.page;
    await page.waitForTimeout(200);
    await page.locator('[data-row="200"] details.thinking > summary').click();
    await page.evaluate(() => scrollBy({ top: 333, behavior: 'instant' }));
    await page.waitForTimeout(500);
    const before = await topItem(rig);
    const state = await rig.page.state<never>();
    const again = await openRig({ lines, revive: state });
    await again.page.page.waitForTimeout(400);
    const after = await topItem(again);
    assert.equal(after.row, before.row);
    assert.ok(Math.abs(after.top - before.top) <= 2, `${before.top} → ${after.top}`);
    assert.equal(
      await again.page.page.evaluate(
        () => document.querySelector<HTMLDetailsElement>('[data-row="200"] .thinking')?.open,
      ),
      true,
    );
    assert.deepEqual(
      await again.page.page.evaluate(() => document.querySelector<HTMLElement>('.target')?.dataset['row']),
      '200',
    );
  });

  it('starts all the same from a state that is damaged', async () => {
    for (const state of [
      5,
      'x',
      { uri: 1 },
      { uri: 'a', folds: [1, null, ['x']], openGroups: 3, anchor: 'y' },
    ]) {
      const rig = await openRig({ lines: chainOf(3), state });
      assert.equal((await seen(rig)).count, 3);
      await rig.page.assertClean();
    }
  });
});
