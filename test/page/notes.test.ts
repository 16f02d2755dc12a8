import assert from 'node:assert/strict';
import { message } from '../unit/conversation/support.ts';
import { openRig, type Rig } from './support/rig.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LONG = 'a note that an agent wrote of itself, '.repeat(6).trim();

const lines = [
  message('u', null, 'user', 'hello'),
  { type: 'metadata', id: 'l', parentId: 'u', timestamp: 1_795_168_800_000, key: 'info', value: LONG },
  { type: 'metadata', id: 's', parentId: 'l', timestamp: 1_795_168_800_000, key: 'short', value: 1 },
];

/** Where parts of the notes stand, in their order. */
function boxes(rig: Rig, selector: string): Promise<Box[]> {
  return rig.page.page.evaluate(
    (all) =>
      [...document.querySelectorAll(`.note ${all}`)].map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    selector,
  );
}

describe('The conversation page: notes', function () {
  this.timeout(120_000);

  it('goes on beside its name where it is longer than a line', async () => {
    const rig = await openRig({ lines, viewport: { width: 900, height: 800 } });
    const [names, said, places] = [
      await boxes(rig, 'h2'),
      await boxes(rig, '.said'),
      await boxes(rig, '.place'),
    ];
    assert.equal(names.length, 2);
    names.forEach((name, note) => {
      const [text, place] = [said[note], places[note]];
      assert.ok(text && place);
      assert.ok(Math.abs(text.top - name.top) < 6 && Math.abs(place.top - name.top) < 6, 'one line');
      assert.ok(text.left >= name.right && place.left >= text.right, 'side by side');
    });
    assert.ok((said[0]?.bottom ?? 0) - (said[0]?.top ?? 0) > 30, 'the long one has several lines');
    await rig.page.screenshot('notes-wide');
  });

  it('has its fold before its name in 300 pixels, and not over it', async () => {
    const rig = await openRig({ lines, viewport: { width: 300, height: 800 } });
    const [names, folds] = [await boxes(rig, 'h2'), await boxes(rig, '.record summary .icon-chevron')];
    assert.equal(folds.length, 2);
    folds.forEach((fold, note) => {
      const name = names[note];
      assert.ok(name && fold.right <= name.left, `${fold.right} and ${name?.left}`);
      assert.ok(fold.left >= 0 && fold.top < name.bottom && fold.bottom > name.top, 'in its line');
    });
    await rig.page.screenshot('notes-300');
  });

  it('says of which kind a record is that no format knows', async () => {
    const records = [1, 2, 3].map((n) => ({ type: `Kind${n}`, id: `id-${n}`, title: `title ${n}` }));
    const rig = await openRig({ lines: records });
    const said = await rig.page.page.locator('.note .said').allTextContents();
    records.forEach(({ type }, n) => assert.ok(said[n]?.startsWith(`${type} `), said[n]));
  });

  it('names no leaf where there are no entries yet', async () => {
    const header = { type: 'session', version: 3, id: 's', timestamp: '2026-11-30T09:13:00Z', cwd: '/w' };
    const rig = await openRig({ lines: [header] });
    const facts = await rig.page.page.locator('.facts').innerText();
    assert.doesNotMatch(facts, /leaf|line 0/);
    assert.match(await rig.page.page.locator('body').innerText(), /This session has no entries yet\./);
    await rig.append(message('u', null, 'user', 'hello'));
  });
});
