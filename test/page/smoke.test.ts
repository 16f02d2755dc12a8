import assert from 'node:assert/strict';
import { openPage } from '../support/page.ts';
import { THEME_NAMES } from '../support/themes.ts';

describe('the page outside VS Code', () => {
  for (const theme of THEME_NAMES) {
    it(`loads under its policy in ${theme}`, async () => {
      const page = await openPage({ theme });
      await page.page.waitForFunction(() => document.readyState === 'complete');
      assert.notEqual(await page.page.evaluate(() => getComputedStyle(document.body).color), '');
      await page.assertClean();
    });
  }

  it('refuses HTML strings', async () => {
    const page = await openPage();
    const refused = await page.page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>no</b>';
        return false;
      } catch {
        return true;
      }
    });
    assert.ok(refused);
    assert.equal((await page.violations()).length, 1);
  });
});
