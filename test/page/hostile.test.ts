import assert from 'node:assert/strict';
import { HOSTILE, hostileSession } from './support/hostile.ts';
import { openRig, type Rig } from './support/rig.ts';

/** Elements that nothing of ours makes. */
const FOREIGN =
  'script, style, iframe, object, embed, link, meta, base, form, a, img, svg:not(.icon), input, b, u, i';

/** Goes up through the whole path with everything unfolded, so that every item was drawn once. */
async function everyItem(rig: Rig, check: () => Promise<void>): Promise<void> {
  const earlier = rig.page.page.getByRole('button', { name: /^Show earlier/ });
  do {
    await rig.page.page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
      scrollTo(0, 0);
    });
    await rig.pump();
    await check();
  } while ((await earlier.count()) > 0);
}

describe('The page and hostile transcripts', function () {
  this.timeout(120_000);
  let rig: Rig;

  before(async () => {
    rig = await openRig({ lines: hostileSession(), keep: true });
  });

  it('makes no element out of text, runs nothing, asks for nothing', async () => {
    await everyItem(rig, async () => {
      const foreign = await rig.page.page.evaluate(
        (selector) =>
          [...document.body.querySelectorAll(selector)]
            // The page's own field, for the context's budget.
            .filter((node) => node !== document.querySelector('.top .budget'))
            .map((node) => node.outerHTML.slice(0, 200)),
        FOREIGN,
      );
      assert.deepEqual(
        foreign.filter((html) => !html.includes('src="http') || !html.startsWith('<script type="module"')),
        [],
      );
      const attributes = await rig.page.page.evaluate(() =>
        [...document.body.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes]
            .filter(({ name }) => /^on|^style$|^src|^href$|^action$/.test(name))
            .map(({ name }) => `${element.tagName} ${name}`),
        ),
      );
      assert.deepEqual(attributes, ['SCRIPT src']);
      assert.equal(await rig.page.page.evaluate(() => 'pwned' in window), false);
    });
    await rig.page.assertClean();
  });

  it('shows hostile texts literally', async () => {
    const shown = await rig.page.page.evaluate(() => document.body.textContent ?? '');
    for (const text of HOSTILE.slice(0, 8)) assert.ok(shown.includes(text), text);
  });

  it('makes hidden and direction-changing characters visible', async () => {
    const shown = await rig.page.page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    for (const mark of [
      '⟨U+202E⟩',
      '⟨U+2066⟩',
      '⟨U+200B⟩',
      '⟨U+FEFF⟩',
      '⟨U+E0041⟩',
      '⟨U+0007⟩',
      '⟨U+009B⟩',
    ]) {
      assert.ok(shown.includes(mark), mark);
    }
    const left = /.{0,40}[\u202a-\u202e\u2066-\u2069\u200b\u{e0041}\u0007\u001b].{0,40}/u.exec(shown)?.[0];
    assert.equal(left && JSON.stringify(left), undefined);
  });

  it('gives links to the extension only, and only those of harmless kinds', async () => {
    const titles = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[role=link]')].map((link) => link.title),
    );
    assert.ok(titles.length > 0);
    for (const title of titles) assert.match(title, /^(https?:\/\/|www\.|mailto:)/);
    assert.ok(!titles.some((title) => /javascript|command|vscode|data:/.test(title)));
    const shown = await rig.page.page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    assert.ok(
      shown.includes('(javascript:window.pwned=1)') && shown.includes('(command:workbench.action.quit)'),
    );
    assert.ok(shown.includes('https://good.example/login (https://evil.example/login)'));
  });

  it('refuses pictures that are none', async () => {
    await rig.page.page
      .getByRole('button', { name: /^Show image\/png/ })
      .first()
      .click();
    await rig.pump();
    await rig.page.page.getByText('Could not be loaded: bad image').first().waitFor({ state: 'attached' });
    await rig.page.assertClean();
  });
});
