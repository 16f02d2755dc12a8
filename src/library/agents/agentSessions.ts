import { createDisposableStore, toDisposable, type Disposable } from '../../core/lib/disposables.ts';
import { createEmitter, type Emitter } from '../../core/lib/emitter.ts';
import type { Scheduler } from '../../core/lib/scheduler.ts';
import { coalesce } from '../../core/lib/serial.ts';
import { createThrottle } from '../../core/lib/throttle.ts';
import type { Translate } from '../../core/translate.ts';
import type { AgentNotice, AgentSessions, SessionGroup } from '../../sessions/agentSessions.ts';
import type { SessionLibrary } from '../../sessions/library.ts';
import { CHANGE_MS } from '../model.ts';
import type { FileEvent, FileSource } from '../source.ts';
import {
  agentGroups,
  grouped,
  itemsByGroup,
  noticesOf,
  projectGroups,
  type Grouping,
} from './agentGroups.ts';
import type { AgentIndex } from './agentIndex.ts';
import { parentPath, type PathRules } from './paths.ts';

/** While somebody looks: how often new files are looked for, and how often everything is looked at again, in ms. */
export const POLL_MS = 5_000;
export const WHOLE_MS = 60_000;
/** A session that did not change for this time, in ms, is looked at with everything else only. */
export const QUIET_MS = 5 * 60_000;
/** Folders with sessions of this workspace that have a watcher of their own. */
const MAX_WATCHERS = 32;

export interface AgentSessionsOptions {
  readonly index: AgentIndex;
  /** Makes the library over the files that are to be listed. */
  readonly library: (source: FileSource) => SessionLibrary;
  /** The workspace's own sessions: what they list is in no group. */
  readonly own: Pick<SessionLibrary, 'items' | 'onDidChange'>;
  readonly rules: PathRules;
  readonly scheduler: Scheduler;
  readonly t: Translate;
  /** What is to be told beside the troubles: why there are no groups at all. */
  readonly notice?: () => AgentNotice | undefined;
  /** Whether sessions of other projects are to be shown. */
  readonly showsProjects: () => boolean;
  /** Watches the `.jsonl` files of one folder. */
  readonly watchFolder: (path: string, tell: (event: FileEvent) => void) => Disposable;
  /** Calls back when settings or folders of the workspace change which files are wanted. */
  readonly onRules: (run: () => void) => Disposable;
  /** Told of failures that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

export function createAgentSessions(options: AgentSessionsOptions): AgentSessions {
  return new Groups(options);
}

class Groups implements AgentSessions {
  readonly #options: AgentSessionsOptions;
  readonly #own = createDisposableStore();
  readonly #changed: Emitter<void> = this.#own.add(createEmitter());
  readonly #changes;
  readonly #scans;
  readonly #open = new Set<string>();
  readonly #watchers = new Map<string, Disposable>();
  #tell: (event: FileEvent) => void = () => undefined;
  #grouping: { readonly of: AgentIndex['files']; readonly own: unknown; readonly made: Grouping } | undefined;
  #shown:
    | { readonly of: readonly unknown[]; readonly groups: SessionGroup[]; readonly projects: SessionGroup[] }
    | undefined;
  /** What the library was last told to list. */
  #listed: ReadonlySet<string> = new Set();
  #isScanning = false;
  #isWatched = false;
  #isWhole = true;
  #lastWhole = -Infinity;
  #timer: Disposable | undefined;
  /** Grows with each project that is opened: the lists above are made anew. */
  #revision = 0;

  readonly library: SessionLibrary;
  readonly onDidChange = this.#changed.event;
  readonly #scan = coalesce(() => this.#runScan());

  constructor(options: AgentSessionsOptions) {
    this.#options = options;
    const { scheduler, onError } = options;
    this.#changes = this.#own.add(createThrottle<'all'>(scheduler, CHANGE_MS, () => this.#changed.fire()));
    this.#scans = this.#own.add(
      createThrottle<'all'>(scheduler, POLL_MS / 5, () => void this.#scan().catch(onError)),
    );
    this.library = this.#own.add(options.library(this.#source()));
    this.#own.add(this.library.onDidChange(() => this.#changes.poke('all')));
    this.#own.add(options.own.onDidChange(() => this.#changes.poke('all')));
    this.#own.add(
      options.onRules(() => {
        if (this.#lastWhole >= 0) void this.rescan().catch(onError);
      }),
    );
    this.#own.add(toDisposable(() => this.#stop()));
  }

  get groups(): readonly SessionGroup[] {
    return this.#lists().groups;
  }

  get projects(): readonly SessionGroup[] {
    return this.#options.showsProjects() ? this.#lists().projects : [];
  }

  get notices(): readonly AgentNotice[] {
    const { index, notice, t } = this.#options;
    const first = notice?.();
    return [...(first ? [first] : []), ...noticesOf(index.troubles, t)];
  }

  get busy(): string | undefined {
    return this.#isScanning && this.#lastWhole < 0
      ? this.#options.t('looking for agents’ sessions')
      : this.library.busy;
  }

  rescan(): Promise<void> {
    this.#isWhole = true;
    return this.#scan();
  }

  async open(key: string): Promise<void> {
    if (this.#open.has(key)) return;
    this.#open.add(key);
    this.#revision += 1;
    await this.library.rescan();
  }

  groupOf(uri: string): SessionGroup | undefined {
    const key = this.#groups().keys.get(uri);
    if (key === undefined) return undefined;
    return [...this.groups, ...this.projects].find((group) => group.key === key);
  }

  agentOf(uri: string): string | undefined {
    return this.#options.index.files.get(uri)?.agent.title;
  }

  watch(isWatched: boolean): void {
    if (this.#isWatched === isWatched) return;
    this.#isWatched = isWatched;
    if (!isWatched) this.#stop();
    else if (this.#lastWhole >= 0) this.#scans.poke('all');
  }

  dispose(): void {
    this.#own.dispose();
  }

  #groups(): Grouping {
    const { index, own, rules } = this.#options;
    if (this.#grouping?.of !== index.files || this.#grouping.own !== own.items) {
      const ours = new Set(own.items.map(({ uri }) => uri));
      const made = grouped(index.files.values(), rules, (uri) => ours.has(uri));
      this.#grouping = { of: index.files, own: own.items, made };
    }
    return this.#grouping.made;
  }

  #lists(): { readonly groups: SessionGroup[]; readonly projects: SessionGroup[] } {
    const { rules, t } = this.#options;
    const grouping = this.#groups();
    const of = [grouping, this.library.items, this.#revision];
    if (!this.#shown?.of.every((part, index) => part === of[index])) {
      const items = itemsByGroup(this.library.items, grouping);
      const projects = projectGroups(grouping, items, rules, t, (key) => this.#open.has(key));
      this.#shown = { of, groups: agentGroups(grouping, items), projects };
    }
    return this.#shown ?? { groups: [], projects: [] };
  }

  /** The files that are to be listed: those of this workspace and of open projects. */
  #wanted(): string[] {
    const { groups, projects } = this.#groups();
    const open = [...projects].filter(([key]) => this.#open.has(key));
    return [...groups, ...open].flatMap(([, files]) => files.map(({ uri }) => uri));
  }

  /** Those of them that somebody may be writing: a thousand that rest are no work. */
  #awake(): ReadonlySet<string> {
    const { index, scheduler } = this.#options;
    const since = scheduler.now() - QUIET_MS;
    return new Set(this.#wanted().filter((uri) => (index.files.get(uri)?.mtime ?? 0) >= since));
  }

  /** Whether the library lists other files than it should. */
  #isOther(): boolean {
    const wanted = this.#wanted();
    return wanted.length !== this.#listed.size || wanted.some((uri) => !this.#listed.has(uri));
  }

  #source(): FileSource {
    return {
      find: () => {
        this.#listed = new Set(this.#wanted());
        return Promise.resolve([...this.#listed]);
      },
      watch: (onFile) => {
        this.#tell = onFile;
        return toDisposable(() => (this.#tell = () => undefined));
      },
    };
  }

  async #runScan(): Promise<void> {
    if (this.#own.disposed) return;
    const { index, scheduler } = this.#options;
    const isWhole = this.#isWhole || scheduler.now() - this.#lastWhole >= WHOLE_MS;
    this.#isWhole = false;
    this.#isScanning = true;
    if (this.#lastWhole < 0) this.#changes.poke('all');
    try {
      const awake = isWhole ? undefined : this.#awake();
      const { changed } = await index.scan(awake && ((uri) => awake.has(uri)));
      if (isWhole) this.#lastWhole = scheduler.now();
      for (const uri of changed) this.#tell({ uri, kind: 'changed' });
      if (this.#isOther()) await this.library.rescan();
    } finally {
      this.#isScanning = false;
      this.#changes.poke('all');
      this.#plan();
    }
  }

  /** Looks again in a while, as long as somebody looks. */
  #plan(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    if (!this.#isWatched || this.#own.disposed) return;
    this.#timer = this.#options.scheduler.after(POLL_MS, () => this.#scans.poke('all'));
    this.#watchFolders();
  }

  /** The newest folders with sessions of this workspace have watchers: a new one there appears at once. */
  #watchFolders(): void {
    const { groups } = this.#groups();
    const files = [...groups.values()].flat().sort((a, b) => b.mtime - a.mtime);
    const folders = new Set<string>();
    for (const { path } of files) {
      if (folders.size < MAX_WATCHERS) folders.add(parentPath(path) ?? '/');
    }
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.dispose();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.has(folder)) continue;
      this.#watchers.set(
        folder,
        this.#options.watchFolder(folder, (event) => this.#onFile(event)),
      );
    }
  }

  #onFile(event: FileEvent): void {
    const isKnown = this.#options.index.files.has(event.uri);
    if (isKnown && event.kind !== 'deleted') this.#tell(event);
    else this.#scans.poke('all');
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}
