import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { THEME_NAMES } from '../support/themes.ts';
import { call, message, result } from '../unit/conversation/support.ts';
import { hostileSession } from './support/hostile.ts';
import { openRig, type Rig } from './support/rig.ts';

const samples = join(import.meta.dirname, '../../samples/pi');
const sample = join(samples, readdirSync(samples).find((name) => name.includes('2026-11-24')) ?? '');

const unfold = (rig: Rig): Promise<void> =>
  rig.page.page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });

describe('The conversation page for everybody', function () {
  this.timeout(120_000);

  for (const theme of THEME_NAMES) {
    it(`has no serious findings of axe in ${theme}`, async () => {
      const rig = await openRig({ file: sample, theme, row: 25, viewport: { width: 900, height: 3000 } });
      await rig.page.page.locator('.item').first().hover();
      assert.deepEqual(await rig.page.axe(), [], 'folded');
      await unfold(rig);
      assert.deepEqual(await rig.page.axe(), [], 'unfolded');
      await rig.page.page.keyboard.press('?');
      assert.deepEqual(await rig.page.axe(), [], 'help');
      await rig.page.assertClean();
    });

    it(`has none with every mark, note and colour in ${theme}`, async () => {
      const colours = [31, 32, 33, 34, 35, 36, 2]
        .map((code) => `\u001b[${code}mtext ${code}\u001b[0m`)
        .join(' ');
      const rig = await openRig({
        lines: [
          message(
            'u',
            'gone',
            'user',
            '- [ ] task\n\n> quote [link](https://a.example)\n\n```diff\n+ added\n- removed\n```\n\n```ts\nconst a = 1; // one\nlet b = "two";\n```',
          ),
          message('u', 'u', 'user', 'repeat'),
          message('a', 'u', 'assistant', [call('c1'), call('c2')], {
            stopReason: 'aborted',
            errorMessage: 'failed',
            model: 'm',
          }),
          result('r', 'a', 'c1', colours, { isError: true, details: { diff: '+ added\n- removed' } }),
          result('s', 'r', 'nope'),
          message('b', 's', 'assistant', 'first way'),
          message('c', 's', 'assistant', 'second \u202e way'),
        ],
        theme,
        viewport: { width: 700, height: 2000 },
        row: 6,
      });
      await rig.append(message('d', 'b', 'user', 'elsewhere'));
      await unfold(rig);
      assert.deepEqual(await rig.page.axe(), []);
    });
  }

  it('moves, unfolds and leaves by keyboard alone', async () => {
    const rig = await openRig({ file: sample });
    const { page } = rig.page;
    const at = (): Promise<number> =>
      page.evaluate(() =>
        Number((document.activeElement?.closest('.item') as HTMLElement | null)?.dataset['row'] ?? -1),
      );
    await page.keyboard.press('g');
    await rig.pump();
    assert.equal(await at(), 0);
    for (let i = 0; i < 3; i++) await page.keyboard.press('j');
    const item = await at();
    await page.keyboard.press('k');
    assert.ok((await at()) < item);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const open = (): Promise<boolean[]> =>
      page.evaluate(() =>
        [...(document.activeElement?.querySelectorAll<HTMLDetailsElement>('details.fold') ?? [])].map(
          (fold) => fold.open,
        ),
      );
    assert.ok((await open()).includes(true));
    await page.keyboard.press('Enter');
    assert.ok(!(await open()).includes(true));
    // One article is in the tab order; what is inside it follows, and then the next one's folds.
    assert.equal(await page.locator('article[tabindex="0"]').count(), 1);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.item') !== null), true);
    await page.keyboard.press('G');
    await rig.pump();
    const last = await page.evaluate(() =>
      Number([...document.querySelectorAll<HTMLElement>('.item')].at(-1)?.dataset['row']),
    );
    assert.equal(await at(), last);
  });

  it('unfolds all thinking and all calls at once, for items that come later too', async () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      message(`n${i}`, i === 0 ? null : `n${i - 1}`, 'assistant', [
        { type: 'thinking', thinking: 'hm' },
        call(`c${i}`),
      ]),
    );
    const rig = await openRig({ lines });
    await rig.page.page.keyboard.press('t');
    await rig.page.page.evaluate(() => scrollTo(0, 0));
    await rig.pump();
    const open = await rig.page.page.evaluate(() =>
      ['thinking', 'call'].map(
        (group) =>
          [...document.querySelectorAll<HTMLDetailsElement>(`.${group}`)].filter((fold) => fold.open).length,
      ),
    );
    assert.deepEqual(open, [300, 0]);
  });

  it('has a help dialog that Escape closes, and that gives the focus back', async () => {
    const rig = await openRig({ file: sample });
    const { page } = rig.page;
    await page.getByRole('button', { name: 'Keyboard help' }).click();
    await page.getByRole('dialog', { name: 'Keys of this page' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Keyboard help',
    );
  });

  it('leaves keys with modifiers to VS Code', async () => {
    const rig = await openRig({ file: sample });
    for (const key of ['Control+c', 'Control+f', 'Alt+p', 'Meta+r']) await rig.page.page.keyboard.press(key);
    await rig.pump();
    assert.deepEqual(rig.actedOf('action'), []);
  });

  for (const width of [320, 240]) {
    it(`fits into ${width} pixels`, async () => {
      for (const options of [{ file: sample }, { lines: hostileSession() }]) {
        const rig = await openRig({ ...options, viewport: { width, height: 700 } });
        await unfold(rig);
        await rig.page.page.waitForTimeout(200);
        const [wide, all] = await rig.page.page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        assert.ok((wide ?? 0) <= (all ?? 0), `${wide} of ${all}`);
      }
    });
  }

  it('moves nothing by itself: no animation, no smooth scrolling', async () => {
    const rig = await openRig({ file: sample });
    const moving = await rig.page.page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
          return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior === 'smooth';
        }).length,
    );
    assert.equal(moving, 0);
  });
});
