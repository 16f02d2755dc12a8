import assert from 'node:assert/strict';
import { call, message, result } from '../unit/conversation/support.ts';
import { URI } from '../unit/sessions/support.ts';
import { openRig, type Rig } from './support/rig.ts';

const user = (id: string, parentId: string | null, text = `text of ${id}`): object =>
  message(id, parentId, 'user', text);
const reply = (id: string, parentId: string, text = `reply ${id}`): object =>
  message(id, parentId, 'assistant', text);

const forked = [
  user('u', null, '# Question\n\nWhat is **this**?'),
  reply('a', 'u'),
  user('b1', 'a', 'first way'),
  reply('c1', 'b1'),
  user('b2', 'a', 'second way'),
  reply('c2', 'b2'),
  user('b3', 'a', 'third way'),
];

const texts = (rig: Rig, selector: string): Promise<string[]> =>
  rig.page.page.evaluate(
    (all) => [...document.querySelectorAll(all)].map((one) => one.textContent?.trim() ?? ''),
    selector,
  );

describe('The conversation page: drawing', () => {
  it('has a title, facts, one heading for every message, and landmarks', async () => {
    const { page, ...rig } = await openRig({ lines: [user('u', null, 'hello'), reply('a', 'u')] });
    assert.equal(await page.page.title(), 'hello');
    assert.deepEqual(await page.page.getByRole('heading', { level: 1 }).allTextContents(), ['hello']);
    assert.deepEqual(await page.page.getByRole('heading', { level: 2 }).allTextContents(), [
      'User',
      'Assistant',
    ]);
    for (const role of ['banner', 'main'] as const) assert.equal(await page.page.getByRole(role).count(), 1);
    const facts = await page.page.locator('.fact').allTextContents();
    assert.deepEqual(facts, ['session.jsonl', 'tiny-pi', 'newest leaf, line 2', '2 messages']);
    assert.equal(rig.failures.length, 0);
    await page.assertClean();
  });

  it('draws Markdown as nodes', async () => {
    const text = [
      '# One',
      'A *b* **c** ~~d~~ `e` &amp; &#65; <b>f</b>  ',
      'next',
      '',
      '1. first',
      '   - [x] done',
      '   - [ ] open',
      '',
      '> quote',
      '',
      '```ts',
      'const a = 1;',
      '```',
      '',
      '| x | y |',
      '|--:|---|',
      '| 1 | 2 |',
      '',
      '---',
    ].join('\n');
    const rig = await openRig({ lines: [user('u', null, text)] });
    const tags = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll('.markdown > *')].map(({ tagName, className }) =>
        `${tagName} ${className}`.trim(),
      ),
    );
    assert.deepEqual(tags, ['H3', 'P', 'OL', 'BLOCKQUOTE', 'DIV code-block', 'DIV table-box', 'HR']);
    assert.match((await texts(rig, '.markdown > p'))[0] ?? '', /^A b c d e & A <b>f<\/b>next$/);
    assert.deepEqual(await texts(rig, '.markdown em, .markdown strong, .markdown del, .markdown p code'), [
      'b',
      'c',
      'd',
      'e',
    ]);
    assert.deepEqual(await texts(rig, '.task'), ['☑', '☐']);
  });

  it('colours code of languages that it knows, and changes no letter of it', async () => {
    const codes: readonly (readonly [language: string, code: string, spans: readonly string[]])[] = [
      [
        'ts',
        'const a = `x ${1}\ny`; // it\'s "done"\nreturn a.const + 0x1f;',
        ['word const', 'text `x ${1}\ny`', 'comment // it\'s "done"', 'word return', 'number 0x1f'],
      ],
      [
        'python',
        'def f(x):\n    """a # b"""\n    return x  # one',
        ['word def', 'text """a # b"""', 'word return', 'comment # one'],
      ],
      ['sh', 'echo "$#" a#b # c', ['text "$#"', 'comment # c']],
      ['rust', "fn f<'a>(x: &'a str) -> char { 'x' }", ['word fn', 'word char', "text 'x'"]],
      ['SQL', 'SELECT 1 -- one', ['word SELECT', 'number 1', 'comment -- one']],
      ['json', '{"a": [1, true, "\\""]}', ['text "a"', 'number 1', 'word true', 'text "\\""']],
      ['ts', '/* never closed', ['comment /* never closed']],
      ['brainwords', 'const "x" // y', []],
    ];
    const markdown = codes.map(([language, code]) => `\`\`\`\`${language}\n${code}\n\`\`\`\``).join('\n\n');
    const rig = await openRig({ lines: [user('u', null), reply('a', 'u', markdown)] });
    const shown = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll('.code-block code')].map((code) => ({
        text: code.textContent,
        spans: [...code.querySelectorAll('span')].map(
          (span) => `${span.className.replace('code-', '')} ${span.textContent}`,
        ),
      })),
    );
    assert.equal(shown.length, codes.length);
    codes.forEach(([language, code, spans], index) => {
      assert.equal(shown[index]?.text, code, language);
      assert.deepEqual(shown[index].spans, spans, language);
    });
  });

  it('copies code as it stands', async () => {
    const rig = await openRig({ lines: [user('u', null, '```sh\necho "a  b"\n```')] });
    await rig.page.page.getByRole('button', { name: 'Copy code' }).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('copy').map(({ text }) => text),
      ['echo "a  b"'],
    );
  });

  it('draws calls with their state in words, arguments and result', async () => {
    const rig = await openRig({
      lines: [
        user('u', null),
        message('a', 'u', 'assistant', [call('c1'), call('c2', 'bash', { command: 'a\nb' }), call('c3')]),
        result('r1', 'a', 'c1', '\u001b[31mred\u001b[0m text'),
        result('r2', 'r1', 'c2', 'bad', { isError: true }),
      ],
    });
    assert.deepEqual(await texts(rig, '.call-state'), ['ok', 'error', 'no result recorded']);
    assert.deepEqual(await texts(rig, '.call-name'), ['read', 'bash', 'read']);
    assert.deepEqual(await texts(rig, '.ansi-red'), ['red']);
    assert.deepEqual(await texts(rig, '.call-result pre'), ['red text', 'bad']);
    assert.deepEqual(await texts(rig, '.call:nth-of-type(2) dd pre'), ['a\nb']);
  });

  it('shows a picture when it is asked to, and not before', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
    const rig = await openRig({
      lines: [message('u', null, 'user', [{ type: 'image', mimeType: 'image/png', data: png }])],
    });
    assert.equal(await rig.page.page.locator('img').count(), 0);
    await rig.page.page.getByRole('button', { name: 'Show image/png (68 B)' }).click();
    await rig.pump();
    const image = rig.page.page.getByRole('img', { name: 'Picture from the session' });
    assert.equal(await image.evaluate((one) => (one as HTMLImageElement).naturalWidth), 1);
    await rig.page.assertClean();
  });

  it('says how much of a long text there is, and shows the rest in steps', async () => {
    const output = 'line of output\n'.repeat(50_000);
    const lines = [message('a', null, 'assistant', [call('c')]), result('r', 'a', 'c', output)];
    const rig = await openRig({ lines });
    await rig.page.page.locator('.call > summary').click();
    assert.deepEqual(await texts(rig, '.rest-status'), ['8,192 of 750,000 characters shown']);
    await rig.page.page.getByRole('button', { name: 'Show 500,000 more characters' }).click();
    await rig.pump();
    await rig.page.page.getByRole('button', { name: 'Show 250,000 more characters' }).click();
    await rig.pump();
    assert.equal(await rig.page.page.getByRole('button', { name: /characters/ }).count(), 0);
    const shown = await rig.page.page.evaluate(() =>
      [...document.querySelectorAll('.call-result pre')].map((one) => one.textContent).join(''),
    );
    assert.equal(shown, output);
  });

  it('shows the whole of a text that is not too long at once', async () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `- item ${i}`).join('\n');
    const rig = await openRig({ lines: [user('u', null, text)] });
    await rig.page.page.getByRole('button', { name: /^Show all 118,889 characters/ }).click();
    await rig.pump();
    assert.equal(await rig.page.page.locator('.markdown li').count(), 10_000);
    assert.equal(await rig.page.page.locator('.rest').count(), 0);
  });
});

describe('The conversation page: branches', () => {
  it('switches at a fork point, stays where it is, and goes on by keyboard', async () => {
    const rig = await openRig({ lines: forked });
    assert.deepEqual(await texts(rig, '.fork-words'), ['Branch 3 of 3']);
    const before = await rig.page.page.locator('.fork').evaluate((one) => one.getBoundingClientRect().top);
    await rig.page.page.getByRole('button', { name: 'Previous branch: second way' }).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('branch').map(({ row }) => row),
      [4],
    );
    assert.deepEqual(await texts(rig, '.fork-words'), ['Branch 2 of 3']);
    assert.deepEqual((await texts(rig, '.content')).slice(-2), ['second way', 'reply c2']);
    const after = await rig.page.page.locator('.fork').evaluate((one) => one.getBoundingClientRect().top);
    assert.ok(Math.abs(after - before) <= 1, `${before} → ${after}`);
    await rig.page.page.keyboard.press('[');
    await rig.pump();
    assert.deepEqual(await texts(rig, '.fork-words'), ['Branch 1 of 3']);
    await rig.page.page.keyboard.press('[');
    await rig.page.page.keyboard.press(']');
    await rig.pump();
    assert.deepEqual(await texts(rig, '.fork-words'), ['Branch 2 of 3']);
  });

  it('lists all branches and takes the one that is clicked', async () => {
    const rig = await openRig({ lines: forked });
    await rig.page.page.locator('.fork summary').click();
    assert.deepEqual(await texts(rig, '.branch-label'), ['first way', 'second way', 'third way']);
    await rig.page.page.getByRole('button', { name: 'first way' }).click();
    await rig.pump();
    assert.deepEqual((await texts(rig, '.content')).slice(-2), ['first way', 'reply c1']);
    assert.equal((await texts(rig, '.fact'))[2], 'an older branch, line 4');
    await rig.page.page.getByRole('button', { name: 'Go to the newest leaf' }).click();
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('action').map(({ action }) => action),
      ['defaultLeaf'],
    );
  });
});

describe('The conversation page: actions', () => {
  it('posts what buttons, keys and links ask for', async () => {
    const rig = await openRig({
      lines: [user('u', null, 'see [docs](https://example.org/a?b=c) and ./src/a.ts'), reply('a', 'u')],
    });
    const { page } = rig.page;
    await page.getByRole('link', { name: 'docs' }).click();
    await page.getByRole('link', { name: 'docs' }).press('Enter');
    const first = page.locator('.item').first();
    await first.hover();
    for (const name of ['Copy message', 'Open source line', 'Fork from here', 'Reveal in tree']) {
      await first.getByRole('button', { name }).click();
    }
    await page.locator('.item').nth(1).focus();
    for (const key of ['c', 's', 'f', 'r', 'p']) await page.keyboard.press(key);
    await rig.pump();
    assert.deepEqual(
      rig.actedOf('link').map(({ href }) => href),
      ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    );
    assert.deepEqual(
      rig.actedOf('action').map(({ action, row }) => [action, row]),
      [
        ['copyMessage', 0],
        ['openSource', 0],
        ['fork', 0],
        ['reveal', 0],
        ['copyMessage', 1],
        ['openSource', 1],
        ['fork', 1],
        ['reveal', 1],
        ['pin', null],
      ],
    );
    assert.equal(page.url().endsWith('/'), true);
  });

  it('tells a context menu which page and which entry it is on', async () => {
    const rig = await openRig({ lines: [user('u', null), reply('a', 'u')] });
    const contexts = await rig.page.page.evaluate(() =>
      [document.body, document.querySelector('.item')].map(
        (one) => JSON.parse((one as HTMLElement).dataset['vscodeContext'] ?? '{}') as unknown,
      ),
    );
    assert.deepEqual(contexts, [
      { uri: URI, view: 1 },
      { webviewSection: 'entry', row: 0 },
    ]);
  });

  it('shows that it is pinned', async () => {
    const rig = await openRig({ lines: [user('u', null)] });
    rig.view.pin();
    await rig.pump();
    assert.equal(await rig.page.page.getByRole('button', { name: 'Pin this page' }).count(), 0);
    assert.deepEqual(await texts(rig, '.pinned'), ['Pinned']);
    await rig.page.page.waitForTimeout(300);
    assert.equal((await rig.page.state<{ pinned: boolean }>()).pinned, true);
  });
});
