import type { PartRef } from '../src/core/conversation/items.ts';
import type { PageAction } from '../src/protocol.ts';

/** What the builders of the page's pieces may do. One object, made by `main.ts`. */
export interface Page {
  /** The rest of a text, from `from` on, and how long the whole is. */
  requestText(ref: PartRef, from: number): Promise<{ readonly text: string; readonly total: number }>;
  requestImage(ref: PartRef): Promise<{ readonly mimeType: string; readonly data: string }>;
  openLink(href: string): void;
  /** Shows the branch that begins with this row, chosen at `fork`. */
  takeBranch(row: number, fork: HTMLElement): void;
  /** Shows an entry. */
  showEntry(row: number): void;
  /** Goes to an item of the path that may not be in the document. */
  goToIndex(index: number): void;
  act(action: PageAction, row: number | null): void;
  /** Opens the conversation of an entry's subagent. */
  openSubagent(row: number, number: number): void;
  /** Opens the conversation of a session that parts from the shown one. */
  openKin(number: number): void;
  copy(text: string): void;
  /** Whether a fold is open: as the reader left it, else as its group is. */
  isOpen(key: string, group: string): boolean;
  setOpen(key: string, group: string, open: boolean): void;
  /** Opens or closes by default what belongs to a group. */
  setGroup(group: string, open: boolean): void;
  /** Reads a short text out to assistive technology. */
  announce(text: string): void;
}
