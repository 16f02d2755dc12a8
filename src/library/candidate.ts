import { fileName } from '../core/text/fileName.ts';
import type { FileStat } from '../core/files.ts';
import {
  sessionTime,
  type SessionListItem,
  type SessionSummary,
  type SubagentMark,
} from '../sessions/library.ts';
import type { Probe } from '../sessions/probe.ts';
import type { SessionSnapshot } from '../sessions/session.ts';
import { subagentsAmong } from './subagentsAmong.ts';
import { markOf } from './summary.ts';

/** What the library knows of one file, whether it holds a session or not. */
export class Candidate implements FileStat {
  readonly uri: string;
  size = 0;
  mtime = 0;
  isSession = false;
  /** A row of it is or was to be seen. */
  wanted = false;
  #title: string | undefined;
  /** As the beginning tells. */
  #id: string | undefined;
  #subagent: SubagentMark | undefined;
  #error: string | undefined;
  #summary: SessionSummary | undefined;
  /** What the summary was made of. */
  #summarized: FileStat | undefined;
  #item: SessionListItem | undefined;

  constructor(uri: string) {
    this.uri = uri;
  }

  /** Whether the summary tells of the file as it was last seen. */
  get isSummarized(): boolean {
    return this.#summarized?.size === this.size && this.#summarized.mtime === this.mtime;
  }

  /** Takes a look's answer. @returns whether the file has changed, or could not be read before */
  see({ size, mtime }: FileStat): boolean {
    const changed = this.size !== size || this.mtime !== mtime || this.#error !== undefined;
    if (!changed) return false;
    this.size = size;
    this.mtime = mtime;
    if (this.#error !== undefined && !this.#summarized) this.isSession = false;
    this.#error = undefined;
    this.#item = undefined;
    return true;
  }

  probed(probe: Probe | undefined): void {
    this.isSession = probe !== undefined;
    this.#title = probe?.title;
    this.#id = probe && (probe.format.idInName?.(fileName(this.uri)) ?? probe.header?.id);
    this.#subagent = markOf(probe?.header ?? null);
    if (!probe) this.#summary = this.#summarized = undefined;
    this.#item = undefined;
  }

  /** Takes over a snapshot. @returns false if it was this one already */
  take(
    snapshot: SessionSnapshot,
    summarize: (snapshot: SessionSnapshot, fileName: string) => SessionSummary,
  ): boolean {
    if (this.#summarized === snapshot) return false;
    this.#summarized = snapshot;
    this.#summary = summarize(snapshot, fileName(this.uri));
    this.size = snapshot.size;
    this.mtime = snapshot.mtime;
    this.isSession = true;
    this.#error = undefined;
    this.#item = undefined;
    return true;
  }

  /**
   * Takes over what was known of the file as it is. A session with problems is read nevertheless: they are wanted too.
   * @param summary undefined for a file that holds no session
   */
  recall(summary: SessionSummary | undefined): void {
    this.isSession = summary !== undefined;
    this.#summary = summary;
    const { size, mtime } = this;
    this.#summarized = summary && summary.problemCount === 0 ? { size, mtime } : undefined;
    this.#item = undefined;
  }

  /** The file cannot be read: it is listed with the reason, since nobody can know that it is no session. */
  fail(message: string): void {
    this.#error = message;
    this.isSession = true;
    this.#item = undefined;
  }

  get summary(): SessionSummary | undefined {
    return this.#summary;
  }

  /** The session's own id, as far as that is known. */
  get id(): string | undefined {
    if (!this.#summary) return this.#subagent?.id ?? this.#id;
    return this.#summary.origin?.id ?? this.#summary.subagent?.id;
  }

  /** Id of the session that it worked for. */
  get subagentOf(): string | undefined {
    return (this.#summary ? this.#summary.subagent : this.#subagent)?.of;
  }

  get item(): SessionListItem {
    const { subagentOf } = this;
    this.#item ??= {
      uri: this.uri,
      name: fileName(this.uri),
      size: this.size,
      mtime: this.mtime,
      ...(this.#title === undefined ? {} : { title: this.#title }),
      ...(this.#summary === undefined ? {} : { summary: this.#summary }),
      ...(subagentOf === undefined ? {} : { subagentOf }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
    return this.#item;
  }
}

/** The sessions among the candidates, as a list shows them: without subagents that are found under their sessions. */
export function newestFirst(candidates: Iterable<Candidate>): readonly SessionListItem[] {
  const sessions = [...candidates].filter(({ isSession }) => isSession);
  const under = subagentsAmong(sessions);
  const items = sessions.filter((candidate) => !under.has(candidate)).map(({ item }) => item);
  return items.sort(
    (a, b) => sessionTime(b) - sessionTime(a) || b.mtime - a.mtime || (a.uri < b.uri ? -1 : 1),
  );
}
