import type { Scheduler } from '../core/lib/scheduler.ts';
import type { PageState, ToPage } from '../protocol.ts';
import type { AnswerWords } from './answers.ts';
import type { Beside } from './beside.ts';
import type { ContextWords } from './contextTask.ts';

/** Who holds a view: takes its messages to the page. */
export interface ViewHost {
  post(message: ToPage): void;
  /** What is shown changed, and with it perhaps the title. */
  changed(): void;
  /** A task failed, for the log. */
  failed(error: unknown): void;
  readonly words: ViewWords;
  /** A title that was given to the session by hand. */
  title?(): string | undefined;
}

/** Texts of the view for people. */
export interface ViewWords extends ContextWords, AnswerWords {
  readonly deleted: string;
  readonly replaced: string;
}

export interface ViewOptions {
  readonly fileName: string;
  readonly pinned: boolean;
  /** The chosen entry; without one the session's default path is shown. */
  readonly row?: number | undefined;
  /** What a page showed before a reload, instead. */
  readonly state?: PageState;
  readonly scheduler?: Scheduler;
  /** Absent where nothing beside the session's file is shown. */
  readonly beside?: Beside;
}
