import assert from 'node:assert/strict';
import { piSession } from '../unit/conversation/support.ts';
import { openRig } from './support/rig.ts';

const spoke = (id: string, parentId: string, usage: object): object => ({
  ...{ type: 'message', id, parentId },
  message: { role: 'assistant', model: 'm', content: [{ type: 'text', text: id }], usage },
});
const LINES = piSession(
  { type: 'message', id: 'u', parentId: null, message: { role: 'user', content: 'go' } },
  spoke('a', 'u', {
    ...{ input: 300, output: 1500, cacheRead: 12_000, cacheWrite: 45, reasoning: 90 },
    cost: { total: 0.0123 },
  }),
  spoke('b', 'a', { input: 1_000_000, output: 20, cacheRead: 0, cacheWrite: 0 }),
);

describe('The conversation page: tokens and cost', () => {
  it('says what each answer used, in few characters, with all digits at hand', async () => {
    const rig = await openRig({ lines: LINES });
    const lines = rig.page.page.locator('.usage');
    assert.deepEqual(await lines.allTextContents(), [
      '12.3K in (12K cached, 45 written to the cache), 1.5K out (90 thinking), $0.012',
      '1M in, 20 out',
    ]);
    assert.match((await lines.first().getAttribute('title')) ?? '', /^12,345 in \(12,000 cached, 45 /);
    await rig.page.assertClean();
  });

  it('has the sum of the path at its top, which tells by keyboard what it covers', async () => {
    const rig = await openRig({ lines: LINES });
    await rig.pump();
    const button = rig.page.page.getByRole('button', { name: 'Tokens on this path' });
    assert.equal(await button.innerText(), 'Tokens on this path: 1M in, 1.5K out, $0.012');
    const details = rig.page.page.locator('.usage-details');
    assert.equal(await details.isVisible(), false);
    assert.equal(await button.getAttribute('aria-expanded'), 'false');
    await button.focus();
    await rig.page.page.keyboard.press('Enter');
    assert.equal(
      await details.innerText(),
      '1,012,345 in (12,000 cached, 45 written to the cache), 1,520 out (90 thinking), $0.012. Told by 2 answers on this path. The cost is as the agent recorded it, for 1 of them. An answer that was recorded in several pieces counts once. Other branches and subagents’ own sessions are not in it.',
    );
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    assert.equal(await button.getAttribute('aria-controls'), await details.getAttribute('id'));
    await rig.page.assertClean();
  });

  it('follows the file, and keeps the focus and what is open', async () => {
    const rig = await openRig({ lines: LINES });
    await rig.pump();
    const button = rig.page.page.getByRole('button', { name: 'Tokens on this path' });
    await button.click();
    await rig.append({
      timestamp: '2026-01-05T10:00:00.000Z',
      ...spoke('c', 'b', { input: 2_000_000, output: 0 }),
    });
    assert.equal(await button.innerText(), 'Tokens on this path: 3M in, 1.5K out, $0.012');
    assert.match(
      await rig.page.page.locator('.usage-details').innerText(),
      /^3,012,345 in .*Told by 3 answers/,
    );
    assert.equal(await button.evaluate((node) => node === document.activeElement), true);
    await rig.page.assertClean();
  });

  it('has none where no record tells any', async () => {
    const rig = await openRig({ lines: LINES.slice(0, 2) });
    await rig.pump();
    assert.equal(await rig.page.page.locator('.usage').count(), 0);
    assert.doesNotMatch(await rig.page.page.locator('.facts').innerText(), /Tokens/);
    await rig.page.assertClean();
  });
});
