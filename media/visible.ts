import { h } from './dom.ts';
import { t } from './strings.ts';

/**
 * Characters that cannot be seen, or that turn the text around: shown by their code point, so that a transcript can
 * neither hide text nor show it in another order. Tab and LF stay; so do the joiners that emoji and scripts need.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Marked one by one up to here: a text of nothing else must not become a million elements. */
const MAX_MARKS = 2000;

/** Text of a transcript as nodes, everything in it visible. */
export function visible(text: string): Node {
  const clean = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (clean.search(HIDDEN) < 0) return document.createTextNode(clean);
  const nodes = document.createDocumentFragment();
  let end = 0;
  let marks = 0;
  for (const match of clean.matchAll(HIDDEN)) {
    if (++marks > MAX_MARKS) break;
    nodes.append(clean.slice(end, match.index), mark(match[0]));
    end = match.index + match[0].length;
  }
  nodes.append(clean.slice(end).replace(HIDDEN, '\ufffd'));
  return nodes;
}

function mark(character: string): HTMLElement {
  const code = character.codePointAt(0) ?? 0;
  const kind = BIDI.test(character) ? 'bidi' : code < 0xa0 ? 'control' : 'invisible';
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return h('span', { class: 'hidden-character', title: `${name}, ${t(kind)}` }, `⟨${name}⟩`);
}
