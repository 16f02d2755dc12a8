import type { StringKey } from '../src/core/conversation/strings.ts';
import type { ContextMark } from '../src/core/context/contextMark.ts';
import { MARK_LETTERS, type ContextFacts } from '../src/protocol.ts';
import { h } from './dom.ts';
import type { Slot } from './list.ts';
import { t } from './strings.ts';

const BY_LETTER = new Map(
  Object.entries(MARK_LETTERS).map(([mark, letter]) => [letter, mark as ContextMark]),
);

/** What is said of an entry; of what is sent as it stands, nothing. */
const WORDS: Readonly<Partial<Record<ContextMark, StringKey>>> = {
  edited: 'markEdited',
  summary: 'markSummary',
  partly: 'markPartly',
  compacted: 'markCompacted',
  unread: 'markUnread',
  over: 'markOver',
  removed: 'markRemoved',
  orphan: 'markOrphan',
  none: 'markNone',
};
const IN: ReadonlySet<ContextMark> = new Set<ContextMark>(['sent', 'edited', 'summary', 'partly']);

/** Marks items with how they stand to what the model would receive: by words, a dashed edge, and greyed text. */
export class ContextMarks {
  #facts: ContextFacts | undefined;
  #inside = new Map<number, ContextMark>();
  #edits = new Map<number, number>();

  set(facts: ContextFacts | undefined): void {
    this.#facts = facts;
    this.#inside = new Map(facts?.inside.map(({ row, mark }) => [row, mark]));
    this.#edits = new Map(facts?.edits.map(({ row, line }) => [row, line]));
  }

  /** Marks an item, or takes its mark away. */
  mark({ index, item, article }: Slot): void {
    for (const old of article.querySelectorAll('.context-tag')) old.remove();
    const mark = BY_LETTER.get(this.#facts?.marks.charAt(index) ?? '');
    article.classList.toggle('not-sent', mark !== undefined && !IN.has(mark));
    const tag = this.#tag(mark, item.row);
    if (tag) article.querySelector('.said')?.append(tag);
    // A result stands inside its call, and may be cut or edited where the call is not.
    for (const call of article.querySelectorAll<HTMLElement>('details[data-result-row]')) {
      const row = Number(call.dataset['resultRow']);
      const own = this.#inside.get(row);
      const differs = own !== undefined && mark !== undefined;
      call.querySelector('.call-result')?.classList.toggle('not-sent', differs && !IN.has(own));
      call.querySelector('.call-result')?.classList.toggle('is-sent', differs && IN.has(own));
      const inner = differs ? this.#tag(own, row) : undefined;
      if (inner) call.querySelector('summary')?.append(inner);
    }
  }

  #tag(mark: ContextMark | undefined, row: number): HTMLElement | undefined {
    const key = mark && WORDS[mark];
    if (!key) return undefined;
    const line = this.#edits.get(row);
    return h('span', { class: 'tag context-tag' }, t(key, line === undefined ? '?' : String(line)));
  }
}
