import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { codeBlock } from './code.ts';
import { h } from './dom.ts';
import { inlineNodes } from './inline.ts';
import type { Page } from './page.ts';
import { visible } from './visible.ts';

/**
 * Tokens only, never HTML. Two of the lexer's rules are replaced, because they look for e-mail addresses from every
 * character on, which takes half a minute for 64 KB without a blank.
 */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    url: (source) => (/^(https?:\/\/|www\.)/i.test(source) ? false : undefined),
    inlineText(source) {
      const text = INLINE_TEXT.exec(source)?.[0];
      return text === undefined ? undefined : { type: 'text', raw: text, text, escaped: false };
    },
  },
});
const INLINE_TEXT =
  /^(?:`+|~+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<![`*~_]|\b_|https?:\/\/|www\.|$)|[^ ](?= {2,}\n)))/;

/** Markdown as nodes. Text that the lexer cannot take (nested thousands of levels deep) is shown as it stands. */
export function markdown(page: Page, text: string): Node {
  try {
    const root = h('div', { class: 'markdown' });
    root.append(...blocks(page, marked.lexer(text), 0));
    return root;
  } catch {
    return h('div', { class: 'plain' }, visible(text));
  }
}

/** Below this depth of lists and quotes the text itself is shown. */
const MAX_DEPTH = 40;

function blocks(page: Page, tokens: readonly Token[], depth: number): Node[] {
  return tokens.flatMap((token) => block(page, token as MarkedToken, depth));
}

function block(page: Page, token: MarkedToken, depth: number): Node | Node[] {
  if (depth > MAX_DEPTH) return h('p', null, visible(token.raw));
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return heading(page, token);
    case 'paragraph':
      return h('p', null, ...inlineNodes(page, token.tokens));
    case 'text':
      return token.tokens ? inlineNodes(page, token.tokens) : visible(token.text);
    case 'code':
      return codeBlock(page, token.text, token.lang ?? '');
    case 'blockquote':
      return h('blockquote', null, ...blocks(page, token.tokens, depth + 1));
    case 'list':
      return list(page, token, depth);
    case 'hr':
      return h('hr');
    case 'table':
      return table(page, token);
    case 'html':
      return h('p', { class: 'literal' }, visible(token.text.trimEnd()));
    case 'checkbox':
      return [];
    default:
      return h('p', null, ...inlineNodes(page, [token]));
  }
}

/** The page's own headings are of level 1 and 2: those of a message begin below. */
function heading(page: Page, token: Tokens.Heading): Node {
  const tags = ['h3', 'h4', 'h5', 'h6'] as const;
  return h(tags[Math.min(token.depth, 4) - 1] ?? 'h6', null, ...inlineNodes(page, token.tokens));
}

function list(page: Page, token: Tokens.List, depth: number): Node {
  const items = token.items.map((item) => {
    const content = blocks(page, item.tokens, depth + 1);
    // A picture of a box, not a control: the transcript is not to be changed.
    const box = item.task
      ? h(
          'span',
          { class: 'task', 'aria-label': item.checked ? '[x]' : '[ ]', role: 'img' },
          item.checked ? '☑' : '☐',
        )
      : null;
    return h('li', item.task ? { class: 'task-item' } : null, box, box && ' ', ...content);
  });
  if (!token.ordered) return h('ul', null, ...items);
  return h(
    'ol',
    typeof token.start === 'number' && token.start !== 1 ? { start: token.start } : null,
    ...items,
  );
}

function table(page: Page, token: Tokens.Table): Node {
  const cell = (tag: 'th' | 'td', { tokens, align }: Tokens.TableCell): Node =>
    h(tag, align ? { class: `align-${align}` } : null, ...inlineNodes(page, tokens));
  const head = h('tr', null, ...token.header.map((one) => cell('th', one)));
  const rows = token.rows.map((row) => h('tr', null, ...row.map((one) => cell('td', one))));
  return h(
    'div',
    { class: 'table-box' },
    h('table', null, h('thead', null, head), h('tbody', null, ...rows)),
  );
}
