/** Braces within braces, and what they may multiply a glob to, before it is taken literally. */
const MAX_DEPTH = 8;
const MAX_PARTS = 200;

/**
 * Tells whether a path relative to a folder, with `/`, is matched by a glob of VS Code: `**` crosses folders, `*` and `?`
 * do not, `[a-c]` and `[!a]` are sets, `{a,b}` alternatives. A glob without a slash matches at the top only, as there.
 * For file systems that VS Code does not search itself.
 */
export function globTest(glob: string): (path: string) => boolean {
  const test = new RegExp(`^(?:${translate(glob, 0)})$`, 'su');
  return (path) => test.test(path);
}

function translate(glob: string, depth: number): string {
  let made = '';
  for (let at = 0; at < glob.length;) {
    const next = piece(glob, at, depth);
    made += next.regex;
    at += next.length;
  }
  return made;
}

interface Piece {
  readonly regex: string;
  /** Letters of the glob. */
  readonly length: number;
}

function piece(glob: string, at: number, depth: number): Piece {
  const isStart = at === 0 || glob[at - 1] === '/';
  if (isStart && glob.startsWith('**/', at)) return { regex: '(?:[^/]+/)*', length: 3 };
  if (isStart && glob.slice(at) === '**') return { regex: '.*', length: 2 };
  const letter = glob.charAt(at);
  if (letter === '*') return { regex: '[^/]*', length: 1 };
  if (letter === '?') return { regex: '[^/]', length: 1 };
  if (letter === '[') return set(glob, at) ?? literal(letter);
  if (letter === '{' && depth < MAX_DEPTH) return braces(glob, at, depth) ?? literal(letter);
  return literal(letter);
}

function literal(letter: string): Piece {
  return { regex: letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'), length: letter.length };
}

function set(glob: string, at: number): Piece | undefined {
  const found = /^\[([!^]?)([^\]/]+)\]/u.exec(glob.slice(at));
  if (!found) return undefined;
  const [whole, not = '', letters = ''] = found;
  const inside = letters.replace(/[\\^[]/gu, '\\$&');
  try {
    const regex = `(?!/)[${not === '' ? '' : '^'}${inside}]`;
    new RegExp(regex, 'u');
    return { regex, length: whole.length };
  } catch {
    return undefined; // `[z-a]`
  }
}

/** Alternatives are taken apart at commas of their own depth. */
function braces(glob: string, at: number, depth: number): Piece | undefined {
  const parts: string[] = [];
  let open = 0;
  let from = at + 1;
  for (let end = at; end < glob.length; end++) {
    const letter = glob[end];
    if (letter === '{') open += 1;
    if (letter === '}') open -= 1;
    if (open === 0 || (open === 1 && letter === ',')) {
      parts.push(glob.slice(from, end));
      from = end + 1;
    }
    if (parts.length > MAX_PARTS) return undefined;
    if (open === 0) {
      const regex = `(?:${parts.map((part) => translate(part, depth + 1)).join('|')})`;
      return { regex, length: end - at + 1 };
    }
  }
  return undefined;
}
