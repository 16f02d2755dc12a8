import type { Anchor, PageState } from '../src/protocol.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

export const vscode = acquireVsCodeApi();

/** What the page keeps beyond what the extension asks it to. */
interface Folds {
  /** Folds that the reader opened or closed, newest last. */
  readonly folds?: readonly (readonly [key: string, open: boolean])[];
  /** Groups that are open unless the reader closed one of them. */
  readonly openGroups?: readonly string[];
}
type KeptState = PageState & Folds;

const MAX_FOLDS = 500;
const SAVE_AFTER = 150;

/** The page's memory over reloads and over being hidden, in VS Code's webview state. */
export class Kept {
  #state: PageState | undefined;
  #anchor: Anchor | null = null;
  readonly #folds = new Map<string, boolean>();
  readonly #openGroups = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const state = vscode.getState() as Partial<KeptState> | null | undefined;
    if (typeof state !== 'object' || state === null || typeof state.uri !== 'string') return;
    this.#state = state as PageState;
    // An older version, or a crash, may have left anything; what is not right is not kept.
    if (typeof state.anchor === 'object') this.#anchor = state.anchor;
    for (const fold of list(state.folds)) {
      if (Array.isArray(fold) && typeof fold[0] === 'string') this.#folds.set(fold[0], fold[1] === true);
    }
    for (const group of list(state.openGroups)) if (typeof group === 'string') this.#openGroups.add(group);
  }

  get anchor(): Anchor | null {
    return this.#anchor;
  }

  set anchor(anchor: Anchor | null) {
    this.#anchor = anchor;
    this.#saveSoon();
  }

  /** Takes the extension's part of the state. Folds belong to one session. */
  take(state: PageState): void {
    if (this.#state?.uri !== state.uri) this.#folds.clear();
    this.#state = state;
    this.#saveSoon();
  }

  isOpen(key: string, group: string): boolean {
    return this.#folds.get(key) ?? this.#openGroups.has(group);
  }

  setOpen(key: string, group: string, open: boolean): void {
    this.#folds.delete(key);
    if (open !== this.#openGroups.has(group)) this.#folds.set(key, open);
    for (const oldest of this.#folds.keys()) {
      if (this.#folds.size <= MAX_FOLDS) break;
      this.#folds.delete(oldest);
    }
    this.#saveSoon();
  }

  setGroup(group: string, open: boolean): void {
    if (open) this.#openGroups.add(group);
    else this.#openGroups.delete(group);
    this.#saveSoon();
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#state) return;
    const { anchor: _old, ...state } = this.#state;
    const kept: KeptState = {
      ...state,
      ...(this.#anchor && { anchor: this.#anchor }),
      folds: [...this.#folds],
      openGroups: [...this.#openGroups],
    };
    vscode.setState(kept);
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.save(), SAVE_AFTER);
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
