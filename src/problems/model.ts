import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import { createEmitter } from '../core/lib/emitter.ts';
import type { Problem } from '../core/problem.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import type { ObservableRegistry } from '../sessions/registry.ts';
import { ownProblems } from '../sessions/parts.ts';
import type { Session } from '../sessions/session.ts';

export type ProblemsMode = 'off' | 'open' | 'all';

const NONE: readonly Problem[] = [];

/** Which problems are to be shown of which file: the newest known of every file that is listed or open. */
export class ProblemsModel implements Disposable {
  readonly #mode: (uri: string) => ProblemsMode;
  readonly #own = createDisposableStore();
  readonly #changed = this.#own.add(createEmitter<string>());
  readonly #listed = new Map<string, readonly Problem[]>();
  readonly #open = new Map<string, { readonly session: Session; readonly following: Disposable }>();
  /** A file's problems changed, or whether they are shown. */
  readonly onDidChange = this.#changed.event;

  constructor(
    library: Pick<SessionLibrary, 'onDidRead' | 'onDidRemove'>,
    sessions: Pick<ObservableRegistry, 'onDidOpen' | 'onDidClose'>,
    mode: (uri: string) => ProblemsMode,
  ) {
    this.#mode = mode;
    this.#own.add(library.onDidRead(({ uri, snapshot }) => this.#read(uri, ownProblems(snapshot))));
    this.#own.add(library.onDidRemove((uri) => this.#remove(uri)));
    this.#own.add(sessions.onDidOpen((session) => this.#follow(session)));
    this.#own.add(sessions.onDidClose((uri) => this.#close(uri)));
  }

  /** What is to be shown of a file now. */
  problems(uri: string): readonly Problem[] {
    const mode = this.#mode(uri);
    if (mode === 'off') return NONE;
    const open = this.#open.get(uri);
    if (open) return ownProblems(open.session.snapshot);
    return mode === 'all' ? (this.#listed.get(uri) ?? NONE) : NONE;
  }

  /** Every file of which anything is known. */
  uris(): string[] {
    return [...new Set([...this.#listed.keys(), ...this.#open.keys()])];
  }

  dispose(): void {
    for (const { following } of this.#open.values()) following.dispose();
    this.#open.clear();
    this.#own.dispose();
  }

  #read(uri: string, problems: readonly Problem[]): void {
    // A file without problems is remembered by its absence.
    if (problems.length === 0) this.#listed.delete(uri);
    else this.#listed.set(uri, problems);
    this.#changed.fire(uri);
  }

  #remove(uri: string): void {
    this.#listed.delete(uri);
    this.#changed.fire(uri);
  }

  #follow(session: Session): void {
    const following = session.onDidChange(({ kind }) => {
      if (kind === 'deleted') this.#close(session.uri);
      else this.#changed.fire(session.uri);
    });
    this.#open.get(session.uri)?.following.dispose();
    this.#open.set(session.uri, { session, following });
    this.#changed.fire(session.uri);
  }

  #close(uri: string): void {
    const open = this.#open.get(uri);
    if (!open) return;
    open.following.dispose();
    this.#open.delete(uri);
    this.#changed.fire(uri);
  }
}
