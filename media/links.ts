import { h } from './dom.ts';
import type { Page } from './page.ts';
import { visible } from './visible.ts';

/** Schemes that the extension opens, after VS Code's own question. Everything else is shown as text. */
const OPENED = /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i;
/** A path without a scheme, or a `file:` address: the extension opens it if it is a file of the workspace. */
const FILE = /^(file:\/\/\/|\.{0,2}\/(?!\/)|[^\s:?#<>"|]+\.[A-Za-z0-9]{1,8}([:#]|$))/;

export function isLinkable(href: string): boolean {
  return (
    href.length <= 4000 &&
    (OPENED.test(href) || (FILE.test(href) && !/^[A-Za-z][\w+.-]+:(?!\d)/.test(cutFile(href))))
  );
}

/**
 * A link that does nothing by itself: no href, so that neither the browser nor VS Code's own handler follows it. A
 * click asks the extension. Its target is the tooltip, and stands beside a text that claims to be another address.
 */
export function link(page: Page, href: string, content: readonly Node[]): Node {
  const nodes = document.createDocumentFragment();
  if (!isLinkable(href)) {
    nodes.append(...content);
    if (textOf(content) !== href)
      nodes.append(h('span', { class: 'link-target' }, ' (', visible(href.slice(0, 200)), ')'));
    return nodes;
  }
  const open = (): void => page.openLink(href);
  const element = h(
    'span',
    { class: 'link', role: 'link', tabindex: 0, title: href, on: { click: open, keydown: onEnter(open) } },
    ...content,
  );
  nodes.append(element);
  if (isMisleading(textOf(content), href)) {
    nodes.append(h('span', { class: 'link-target' }, ' (', visible(href.slice(0, 200)), ')'));
  }
  return nodes;
}

function onEnter(act: () => void): (event: Event) => void {
  return (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

/** A text that looks like an address of another place than the link's. */
function isMisleading(text: string, href: string): boolean {
  const shown = hostOf(text.trim());
  return shown !== '' && shown !== hostOf(href);
}

function hostOf(text: string): string {
  const match = /^(?:https?:\/\/)?((?:[\p{L}\d-]+\.)+[\p{L}]{2,})(?:[/:?#]|$)/iu.exec(text);
  return match?.[1]?.toLowerCase().replace(/^www\./, '') ?? '';
}

function cutFile(href: string): string {
  return href.replace(/^file:\/\/\//, '/');
}

function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => node.textContent ?? '').join('');
}
