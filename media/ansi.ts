import { add, h } from './dom.ts';
import { visible } from './visible.ts';

/** Escape sequences of terminals: CSI (colours among them), OSC (titles, links), and the short ones. */
const ESCAPE =
  /\u001b\[([0-?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]{0,4000}(?:\u0007|\u001b\\)|\u001b[PX^_][^\u001b]{0,4000}\u001b\\|\u001b[ -/]*[0-~]/g;
const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
/** More coloured pieces than this, and the rest goes without. */
const MAX_PIECES = 2000;

interface Style {
  colour: string;
  bold: boolean;
  faint: boolean;
  italic: boolean;
  underline: boolean;
}

/** A program's output: its terminal colours drawn as the theme has them, all other escape sequences left out. */
export function terminalText(text: string): Node {
  if (!text.includes('\u001b')) return visible(text);
  const nodes = document.createDocumentFragment();
  const style: Style = { colour: '', bold: false, faint: false, italic: false, underline: false };
  let end = 0;
  let pieces = 0;
  for (const match of text.matchAll(ESCAPE)) {
    add(nodes, [piece(text.slice(end, match.index), ++pieces > MAX_PIECES ? undefined : style)]);
    end = match.index + match[0].length;
    if (match[2] === 'm') apply(style, match[1] ?? '');
  }
  add(nodes, [piece(text.slice(end), style)]);
  return nodes;
}

function piece(text: string, style: Style | undefined): Node | null {
  if (text === '') return null;
  const classes = style ? classesOf(style) : '';
  return classes === '' ? visible(text) : h('span', { class: classes }, visible(text));
}

function classesOf({ colour, bold, faint, italic, underline }: Style): string {
  return [
    colour && `ansi-${colour}`,
    bold && 'ansi-bold',
    faint && 'ansi-faint',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
  ]
    .filter(Boolean)
    .join(' ');
}

/** SGR parameters. Colours beyond the sixteen of the theme, and backgrounds, fall back to the text's own colour. */
function apply(style: Style, parameters: string): void {
  const codes = parameters.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)));
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0)
      Object.assign(style, { colour: '', bold: false, faint: false, italic: false, underline: false });
    else if (code === 1) style.bold = true;
    else if (code === 2) style.faint = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 22) style.bold = style.faint = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code >= 30 && code <= 37) style.colour = COLOURS[code - 30] ?? '';
    else if (code >= 90 && code <= 97) style.colour = COLOURS[code - 90] ?? '';
    else if (code === 38 || code === 48) {
      const wide = codes[i + 1];
      const index = codes[i + 2] ?? 99;
      if (code === 38) style.colour = wide === 5 && index < 16 ? (COLOURS[index % 8] ?? '') : '';
      i += wide === 5 ? 2 : wide === 2 ? 4 : 0;
    } else if (code === 39) style.colour = '';
  }
}
