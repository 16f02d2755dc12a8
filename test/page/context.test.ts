import assert from 'node:assert/strict';
import { call, message, piSession, result } from '../unit/conversation/support.ts';
import type { PageState } from '../../src/protocol.ts';
import { THEME_NAMES } from '../support/themes.ts';
import { openRig, type Rig, type RigOptions } from './support/rig.ts';

const SMALLEST = 'context budget cannot contain the smallest consistent message unit';

/** Compacted, edited, with a result whose call the compaction took. */
const talk = (): object[] =>
  timed(
    message('u1', null, 'user', 'the first question'),
    message('a1', 'u1', 'assistant', [{ type: 'text', text: 'let me look' }, call('k1'), call('k2')]),
    result('r1', 'a1', 'k1', 'what the file holds'),
    result('r2', 'r1', 'k2', 'what the other file holds'),
    {
      type: 'compaction',
      id: 'c',
      parentId: 'r2',
      summary: 'it was asked',
      firstKeptEntryId: 'r2',
      tokensBefore: 9000,
    },
    message('u2', 'c', 'user', 'the second question, with a secret'),
    {
      type: 'context_edit',
      id: 'e',
      parentId: 'u2',
      targetId: 'u2',
      replacement: { content: 'the second question' },
    },
    message('a2', 'e', 'assistant', 'an answer'),
    { type: 'model_change', id: 'm', parentId: 'a2', provider: 'p', modelId: 'x' },
  );

/** Records of a message have a number for their time by themselves. */
function timed(...entries: readonly object[]): object[] {
  return piSession(...entries).map((entry) => ({ ...entry, timestamp: '2026-01-05T10:00:00.000Z' }));
}

const toggle = (rig: Rig) => rig.page.page.getByRole('button', { name: 'Context', exact: true });

async function open(options: RigOptions = {}): Promise<Rig> {
  const rig = await openRig({ lines: talk(), viewport: { width: 900, height: 1200 }, ...options });
  await toggle(rig).click();
  await rig.pump();
  return rig;
}

const texts = (rig: Rig, selector: string): Promise<string[]> =>
  rig.page.page.evaluate(
    (all) => [...document.querySelectorAll(all)].map((one) => one.textContent?.trim() ?? ''),
    selector,
  );

async function budget(rig: Rig, text: string): Promise<void> {
  await rig.page.page.getByLabel('Character budget').fill(text);
  await rig.page.page.keyboard.press('Enter');
  await rig.pump();
}

/** Each item's heading with the words of its mark, and whether it is greyed. */
const marks = (rig: Rig): Promise<string[]> =>
  rig.page.page.evaluate(() =>
    [...document.querySelectorAll('.item')].map((item) => {
      const tag = item.querySelector('.head .context-tag')?.textContent ?? 'sent';
      return `${item.querySelector('h2')?.textContent}: ${tag}${item.classList.contains('not-sent') ? ' ▒' : ''}`;
    }),
  );

describe('The conversation page: the Context switch', function () {
  this.timeout(60_000);

  it('shows the same path with what the model would receive in full and the rest marked', async () => {
    const rig = await openRig({ lines: talk() });
    assert.equal(await toggle(rig).getAttribute('aria-pressed'), 'false');
    assert.equal(await rig.page.page.locator('.context-tag').count(), 0);
    await toggle(rig).click();
    await rig.pump();
    assert.equal(await toggle(rig).getAttribute('aria-pressed'), 'true');
    assert.deepEqual(await marks(rig), [
      'User: not sent: before the compaction ▒',
      'Assistant: not sent: before the compaction ▒',
      'Compaction: sent: the summary',
      'User: sent as edited on line 8',
      'Context edit: not sent ▒',
      'Assistant: sent',
      'Model: not sent ▒',
    ]);
    assert.deepEqual(await texts(rig, '.call .context-tag'), ['not sent: a result without its call']);
    const [messages = '', chars = '', compaction = ''] = await texts(rig, '.context-facts .fact');
    assert.equal(messages, '2 of 6 messages');
    assert.match(chars, /^\d+ of [\d,]+ characters$/);
    assert.equal(compaction, 'compaction at line 6');
    assert.deepEqual(await texts(rig, '.context-problems summary'), ['1 problem of the context']);
    assert.match(
      (await texts(rig, '.context-problems li'))[0] ?? '',
      /^line 5: Entry r2 holds the result of call k2/,
    );
    await toggle(rig).click();
    await rig.pump();
    assert.equal(await rig.page.page.locator('.context-tag, .not-sent').count(), 0);
    assert.equal(await rig.page.page.locator('.context-bar').isVisible(), false);
    await rig.page.assertClean();
  });

  it('trims to the budget that is typed, and says beside the field when nothing would be left', async () => {
    const rig = await open({
      lines: [
        message('u', null, 'user', 'x'.repeat(500)),
        message('a', 'u', 'assistant', [call('k')]),
        result('r', 'a', 'k', 'y'.repeat(300)),
        message('b', 'r', 'assistant', 'done'),
      ],
    });
    assert.deepEqual((await texts(rig, '.context-facts .fact'))[0], '4 of 4 messages');
    await budget(rig, '800');
    assert.deepEqual(await marks(rig), [
      'User: not sent: over the budget ▒',
      'Assistant: sent',
      'Assistant: sent',
    ]);
    assert.deepEqual((await texts(rig, '.context-facts .fact'))[0], '3 of 4 messages');
    await budget(rig, '1');
    assert.deepEqual(await texts(rig, '.context-error'), [SMALLEST]);
    assert.deepEqual((await texts(rig, '.context-facts .fact'))[0], '4 of 4 messages');
    assert.equal(await rig.page.page.getByLabel('Character budget').getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await rig.page.axe(), [], 'with the error');
    await budget(rig, 'many');
    assert.deepEqual(await texts(rig, '.context-error'), ['Type a whole number of characters, or nothing.']);
    await budget(rig, '');
    assert.deepEqual(await texts(rig, '.context-error'), ['']);
    assert.deepEqual((await texts(rig, '.context-facts .fact'))[0], '4 of 4 messages');
    assert.deepEqual(
      rig.actedOf('context').map((sent) => sent.budget),
      [null, 800, 1, null],
    );
  });

  it('follows the file', async () => {
    const rig = await open();
    await rig.append({ ...message('u3', 'm', 'user', 'one more'), timestamp: '2026-01-05T10:00:00.000Z' });
    assert.equal((await texts(rig, '.context-facts .fact'))[0], '3 of 7 messages');
    assert.equal((await marks(rig)).at(-1), 'User: sent');
    await rig.append({
      ...{ type: 'compaction', id: 'c2', parentId: 'u3', summary: 'all', firstKeptEntryId: 'c2' },
      timestamp: '2026-01-05T10:00:00.000Z',
    });
    assert.equal((await texts(rig, '.context-facts .fact'))[0], '0 of 7 messages');
    assert.equal((await marks(rig))[2], 'Compaction: not sent: before the compaction ▒');
  });

  it('is switched by a key, is in the help, and leaves keys to the field', async () => {
    const rig = await openRig({ lines: talk() });
    const { page } = rig.page;
    await page.keyboard.press('x');
    await rig.pump();
    assert.equal(await toggle(rig).getAttribute('aria-pressed'), 'true');
    assert.match(await page.locator('[aria-live]').innerText(), /^Context: 2 of 6 messages/);
    await page.getByLabel('Character budget').focus();
    await page.keyboard.press('x');
    assert.equal(await page.getByLabel('Character budget').inputValue(), 'x');
    await page.keyboard.press('Backspace');
    await toggle(rig).focus();
    await page.keyboard.press('Enter');
    await rig.pump();
    assert.equal(await toggle(rig).getAttribute('aria-pressed'), 'false');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Context');
    await page.keyboard.press('?');
    assert.ok((await texts(rig, '.help dd')).some((text) => /what the model would receive/.test(text)));
  });

  it('is kept over a reload, budget and all', async () => {
    const rig = await open();
    await budget(rig, '5,000');
    await rig.page.page.waitForTimeout(200);
    const state = await rig.page.state<PageState>();
    assert.deepEqual(state.context, { on: true, budget: 5000 });
    const back = await openRig({ lines: talk(), revive: state });
    assert.equal(await toggle(back).getAttribute('aria-pressed'), 'true');
    assert.equal(await back.page.page.getByLabel('Character budget').inputValue(), '5000');
    assert.equal((await texts(back, '.context-facts .fact'))[0], '2 of 6 messages');
  });

  it('marks items that come later by paging too', async () => {
    const lines = Array.from({ length: 500 }, (_, i) =>
      message(`n${i}`, i === 0 ? null : `n${i - 1}`, 'user', 'x'),
    );
    const rig = await open({ lines });
    await budget(rig, '100');
    // The page holds its place for some frames.
    await rig.page.page.waitForTimeout(300);
    await rig.page.page.evaluate(() => scrollTo(0, 0));
    await rig.pump();
    const all = await marks(rig);
    assert.ok(all.length > 200);
    assert.ok(all.slice(0, -3).every((mark) => mark.endsWith('▒')));
    assert.equal(all.at(-1), 'User: sent');
  });

  it('says where a replay begins', async () => {
    const lines = Array.from({ length: 1003 }, (_, i) => ({
      ...{ schema_version: 1, sequence: i + 1, session_id: 's', event_id: `transcript:s:${i + 1}` },
      ...{ recorded_at: '2026-01-05T10:00:00Z', type: 'message', role: 'user', content: `m${i}` },
    }));
    const rig = await open({ lines, row: 3 });
    assert.deepEqual(await texts(rig, '.replay'), ['Replay begins here (1,000 entries)']);
    assert.deepEqual((await marks(rig)).slice(0, 5), [
      ...Array.from({ length: 3 }, () => 'User: not sent: before what is read back ▒'),
      ...['User: sent', 'User: sent'],
    ]);
    assert.equal((await texts(rig, '.context-facts .fact')).at(-1), 'the last 1,000 entries are read back');
    await rig.page.screenshot('replay');
  });

  it('says so where a format does not tell', async () => {
    const event = (id: string, parentId: string | null, type: string, data: object) => ({
      ...{ id, parentId, type, data, timestamp: '2026-01-05T10:00:00Z' },
    });
    const rig = await openRig({
      lines: [
        event('s', null, 'session.start', { sessionId: 's', version: 1 }),
        event('u', 's', 'user.message', { content: 'hi' }),
      ],
    });
    assert.equal(await toggle(rig).getAttribute('aria-disabled'), 'true');
    assert.equal(
      await toggle(rig).getAttribute('title'),
      'What a model would receive is not known for this format',
    );
    await toggle(rig).click({ force: true });
    await rig.pump();
    assert.deepEqual(rig.actedOf('context'), []);
    assert.deepEqual(await rig.page.axe(), []);
  });

  for (const theme of THEME_NAMES) {
    it(`has no serious findings of axe in ${theme}`, async () => {
      const rig = await open({ theme, viewport: { width: 900, height: 1400 } });
      await rig.page.page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      assert.deepEqual(await rig.page.axe(), []);
      await rig.page.screenshot(`context-${theme}`);
    });
  }

  it('fits into 320 pixels', async () => {
    const rig = await open({ viewport: { width: 320, height: 900 } });
    await budget(rig, '10');
    const [wide = 0, all = 0] = await rig.page.page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    assert.ok(wide <= all, `${wide} of ${all}`);
    await rig.page.page.evaluate(() => scrollTo(0, 0));
    await rig.page.screenshot('context-320');
  });
});
