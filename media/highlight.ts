import { h } from './dom.ts';
import { visible } from './visible.ts';

/**
 * Code in a few colours: comments, texts, numbers and words of the language, told by its family alone. No parser: what
 * is read wrongly is in another colour, never another text.
 */
interface Family {
  readonly names: string;
  readonly comments: readonly string[];
  readonly texts: readonly string[];
  readonly words: string;
}

const LINE = String.raw`[^\n]*`;
const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"?`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'?`;
const BACKTICK = String.raw`\`(?:[^\`\\]|\\[^])*\`?`;
/** Only a letter or an escape: `'a` is a lifetime in Rust. */
const LETTER = String.raw`'(?:[^'\\\n]|\\[^'\n]{1,10}|\\')'`;
const TRIPLE = [String.raw`"""[^]*?(?:"""|$)`, String.raw`'''[^]*?(?:'''|$)`];
const BLOCK = String.raw`/\*[^]*?(?:\*/|$)`;
const SLASHES = `//${LINE}`;
/** `$#`, `a#b` and colours are no comments. */
const HASH = `(?<![^\\s;])#${LINE}`;
const VALUES = 'true false null';

const FAMILIES: readonly Family[] = [
  {
    names: 'js jsx mjs cjs javascript ts tsx mts cts typescript',
    comments: [SLASHES, BLOCK],
    texts: [DOUBLE, SINGLE, BACKTICK],
    words:
      `${VALUES} undefined this super new typeof instanceof in of void delete async await yield function return if else ` +
      'for while do switch case default break continue throw try catch finally const let var class extends implements ' +
      'interface type enum namespace declare abstract readonly public private protected static get set import export ' +
      'from as satisfies keyof is',
  },
  {
    names: 'c h cpp c++ cc hpp cs csharp java kotlin kt go golang rust rs swift php scala dart zig',
    comments: [SLASHES, BLOCK],
    texts: [DOUBLE, LETTER, BACKTICK],
    words:
      `${VALUES} nil None this self super new if else for foreach while do loop match switch case default break continue ` +
      'return throw throws try catch finally defer go select chan func fn fun def let mut var val const static final ' +
      'struct class interface trait impl enum union type typedef template typename using namespace package import use ' +
      'pub public private protected internal override virtual abstract extends implements where as in is ref out async ' +
      'await yield unsafe extern void int long short char bool boolean float double string String byte uint usize ' +
      'i32 i64 u8 u32 u64 f32 f64 map range echo',
  },
  {
    names: 'py python python3 pyi',
    comments: [HASH],
    texts: [...TRIPLE, DOUBLE, SINGLE],
    words:
      'True False None and or not in is if elif else for while break continue return yield def class lambda import from ' +
      'as with try except finally raise assert pass del global nonlocal async await match case self',
  },
  {
    names: 'sh bash zsh shell console fish dockerfile docker make makefile',
    comments: [HASH],
    texts: [DOUBLE, SINGLE],
    words:
      'if then else elif fi for while until do done case esac in function return exit export local readonly set unset ' +
      'source alias FROM RUN COPY ADD CMD ENTRYPOINT ENV ARG WORKDIR EXPOSE USER VOLUME',
  },
  {
    names: 'rb ruby ex exs elixir pl perl r yaml yml toml ini conf properties',
    comments: [HASH],
    texts: [DOUBLE, SINGLE],
    words:
      `${VALUES} nil if unless elsif else end do while until for in def defp defmodule class module return yield begin ` +
      'rescue ensure self require include use import alias fn my sub function',
  },
  {
    names: 'sql sqlite postgres postgresql mysql lua haskell hs',
    comments: [`--${LINE}`, BLOCK],
    texts: [SINGLE, DOUBLE],
    words:
      'select from where insert into values update set delete create table index view drop alter add column primary key ' +
      'foreign references unique not null default and or in is like between join left right inner outer on group by ' +
      'order having limit offset union all distinct as case when then else end begin commit rollback with returning ' +
      'local function return if elseif for while do repeat until nil true false module import data type where let',
  },
  { names: 'json jsonc json5 jsonl', comments: [SLASHES, BLOCK], texts: [DOUBLE], words: VALUES },
  { names: 'css scss less', comments: [BLOCK], texts: [DOUBLE, SINGLE], words: '' },
];

/** Longer code stays in one colour: it is to be read, not to be waited for. */
const MAX_LENGTH = 20_000;
const KINDS = ['comment', 'text', 'number', 'word'] as const;

/** Code of a language as nodes; in one colour where the language is none that is known. */
export function highlighted(code: string, language: string): Node {
  const family = code.length > MAX_LENGTH ? undefined : familyOf(language);
  if (!family) return visible(code);
  const nodes = document.createDocumentFragment();
  let end = 0;
  for (const match of code.matchAll(patternOf(family))) {
    const kind = KINDS.find((_, group) => match[group + 1] !== undefined);
    if (match.index > end) nodes.append(visible(code.slice(end, match.index)));
    nodes.append(h('span', { class: `code-${kind ?? 'text'}` }, visible(match[0])));
    end = match.index + match[0].length;
  }
  nodes.append(visible(code.slice(end)));
  return nodes;
}

function familyOf(language: string): Family | undefined {
  const name = language.toLowerCase();
  return FAMILIES.find(({ names }) => names.split(' ').includes(name));
}

/** One group for each of {@link KINDS}. Every alternative takes time in proportion to what it takes. */
function patternOf({ names, comments, texts, words }: Family): RegExp {
  const word = words === '' ? '(?!)' : String.raw`(?<![\w$.-])(?:${words.replaceAll(' ', '|')})(?![\w$-])`;
  const number = String.raw`(?<![\w$.#-])\d[\w.]*`;
  const flags = names.startsWith('sql') ? 'gi' : 'g';
  return new RegExp(`(${comments.join('|')})|(${texts.join('|')})|(${number})|(${word})`, flags);
}
