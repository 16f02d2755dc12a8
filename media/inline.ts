import type { MarkedToken, Token } from 'marked';
import { h } from './dom.ts';
import { isLinkable, link } from './links.ts';
import type { Page } from './page.ts';
import { t } from './strings.ts';
import { visible } from './visible.ts';

const MAX_DEPTH = 40;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Inline tokens as nodes. HTML in them is text; pictures from elsewhere are links, never loaded. */
export function inlineNodes(page: Page, tokens: readonly Token[], depth = 0): Node[] {
  return tokens.map((token) => inline(page, token as MarkedToken, depth));
}

function inline(page: Page, token: MarkedToken, depth: number): Node {
  if (depth > MAX_DEPTH) return visible(token.raw);
  const inner = (tokens: readonly Token[]): Node[] => inlineNodes(page, tokens, depth + 1);
  switch (token.type) {
    case 'strong':
      return h('strong', null, ...inner(token.tokens));
    case 'em':
      return h('em', null, ...inner(token.tokens));
    case 'del':
      return h('del', null, ...inner(token.tokens));
    case 'codespan':
      return h('code', null, visible(token.text));
    case 'br':
      return h('br');
    case 'link':
      return link(
        page,
        decode(token.href),
        token.tokens.length > 0 ? inner(token.tokens) : [visible(token.href)],
      );
    case 'image':
      return picture(page, decode(token.href), token.text);
    case 'escape':
      return visible(token.text);
    case 'text':
      return token.tokens ? h('span', null, ...inner(token.tokens)) : visible(decode(token.text));
    default:
      return visible(token.raw);
  }
}

/** A picture of the text: named and linked, so that nothing is fetched by showing a transcript. */
function picture(page: Page, href: string, alt: string): Node {
  const name = visible(`[${t('image')}: ${alt || href.slice(0, 80)}]`);
  return isLinkable(href) ? link(page, href, [name]) : h('span', null, name);
}

/** Character references of Markdown: the few named ones that models write, and numbers. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, reference);
}

function reference(raw: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? raw;
  const code = decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : raw;
}
