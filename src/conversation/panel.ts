import { RelativePattern, Uri, ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import { createDisposableStore, type DisposableStore } from '../core/lib/disposables.ts';
import { fileName } from '../core/text/fileName.ts';
import type { Region } from '../core/text/telling.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { FromPage, PageState } from '../protocol.ts';
import type { Lineage } from '../sessions/lineage/lineage.ts';
import type { SessionLease, SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';
import { actOn } from './actions.ts';
import type { Beside } from './beside.ts';
import { parseFromPage } from './fromPage.ts';
import { pageHtml } from './html.ts';
import type { ConversationTarget } from './target.ts';
import { titleOf } from './title.ts';
import { ConversationView } from './view.ts';
import type { ViewOptions } from './viewHost.ts';
import { VIEW_TYPE } from './viewType.ts';
import { pageStrings, viewWords } from './words.ts';

export interface PanelServices {
  readonly extensionUri: Uri;
  readonly region: Region;
  readonly sessions: SessionRegistry;
  readonly notes: SessionNotesStore;
  readonly beside: Beside;
  readonly lineage?: Pick<Lineage, 'onDidChange'>;
}

/** Makes a panel with nothing in it yet. */
export function createWebviewPanel(title: string, isFocused: boolean): WebviewPanel {
  return window.createWebviewPanel(
    VIEW_TYPE,
    title,
    { viewColumn: ViewColumn.Active, preserveFocus: !isFocused },
    { enableFindWidget: true },
  );
}

/**
 * One conversation page in an editor tab. Holds its session, follows the file, and can be given another session, as
 * long as it is not pinned.
 */
export class ConversationPanel {
  readonly panel: WebviewPanel;
  readonly #services: PanelServices;
  readonly #own = createDisposableStore();
  /** What belongs to the session that is shown now. */
  #held: DisposableStore;
  #view: ConversationView;
  #isReady = false;
  #titleOf = -1;

  /** @param onDispose called once, when the tab is closed or the panel is disposed. */
  constructor(
    panel: WebviewPanel,
    services: PanelServices,
    lease: SessionLease,
    options: Pick<ViewOptions, 'pinned' | 'row' | 'state'>,
    onDispose: (panel: ConversationPanel) => void,
  ) {
    this.panel = panel;
    this.#services = services;
    this.#held = createDisposableStore();
    this.#view = this.#hold(lease, options);
    this.#own.add(panel.onDidDispose(() => this.#end(onDispose)));
    this.#own.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    // Hidden pages are destroyed; the next one says `ready` again.
    this.#own.add(panel.onDidChangeViewState(() => this.#visibility()));
    this.#draw();
  }

  get view(): ConversationView {
    return this.#view;
  }

  get uri(): string {
    return this.#view.session.uri;
  }

  get state(): PageState {
    return this.#view.state;
  }

  /** Whether the entry is on the path that is shown. */
  shows(uri: string, row: number | undefined): boolean {
    return this.uri === uri && row !== undefined && this.#view.shown.scene.plan.indexOf(row) >= 0;
  }

  /** Shows another entry, of the same session or of another one. Takes the lease over. */
  open(lease: SessionLease, row: number | undefined): void {
    if (lease.session === this.#view.session) {
      lease.dispose();
      this.#view.open(row);
      return;
    }
    this.#held.dispose();
    this.#held = createDisposableStore();
    this.#view = this.#hold(lease, { pinned: this.#view.pinned, row });
    if (this.#isReady) this.#view.take({ type: 'ready', anchor: null });
  }

  /** Where the session whose subagent is shown started it. */
  parent(): Promise<ConversationTarget | undefined> {
    return this.#services.beside.parent(this.#view.session);
  }

  pin(): void {
    this.#view.pin();
  }

  reveal(isFocused: boolean): void {
    this.panel.reveal(undefined, !isFocused);
  }

  #hold(lease: SessionLease, options: Pick<ViewOptions, 'pinned' | 'row' | 'state'>): ConversationView {
    const { session } = lease;
    const view: ConversationView = new ConversationView(
      session,
      {
        post: (message) => void this.panel.webview.postMessage(message),
        changed: () => void this.#retitle(view),
        failed: (error) => this.#failed(view, error),
        words: viewWords(),
        title: () => this.#services.notes.of(session.uri).title,
      },
      { fileName: fileName(session.uri), beside: this.#services.beside, ...options },
    );
    this.#held.add(lease);
    this.#held.add({ dispose: () => view.lost() });
    this.#held.add(this.#services.notes.onDidChange((uri) => uri === session.uri && this.#renamed(view)));
    this.#held.add(session.onDidChange((change) => view.follow(change)));
    const { lineage } = this.#services;
    if (lineage) this.#held.add(lineage.onDidChange(() => view.lookForKin()));
    this.#watch(session.uri);
    this.#titleOf = -1;
    void this.#retitle(view);
    return view;
  }

  /** Files outside the workspace have no other watcher. Events that come twice are throttled by the registry. */
  #watch(uri: string): void {
    const file = Uri.parse(uri, true);
    const pattern = new RelativePattern(Uri.joinPath(file, '..'), fileName(uri).replace(/[*?{}[\]]/g, '?'));
    const watcher = this.#held.add(workspace.createFileSystemWatcher(pattern));
    const touched = (changed: Uri): void => {
      if (changed.toString() === file.toString()) this.#services.sessions.touched(uri);
    };
    watcher.onDidChange(touched);
    watcher.onDidCreate(touched);
    watcher.onDidDelete(touched);
  }

  #visibility(): void {
    if (this.panel.visible) return;
    this.#isReady = false;
    this.#view.lost();
  }

  #draw(): void {
    const { webview } = this.panel;
    const dist = Uri.joinPath(this.#services.extensionUri, 'dist');
    webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [dist] };
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      uri: (name) => webview.asWebviewUri(Uri.joinPath(dist, name)).toString(),
      region: this.#services.region,
      strings: pageStrings(),
    });
  }

  #receive(raw: unknown): void {
    const message = parseFromPage(raw);
    if (!message) {
      log().warn('A message of the conversation page was refused: it is none of the known ones.');
      return;
    }
    if (message.type === 'ready') this.#isReady = true;
    this.#view.take(message);
    this.#act(message);
  }

  #act(message: FromPage): void {
    if (message.type === 'error') log().error(`The conversation page failed: ${message.message}`);
    else if (message.type === 'copy') void actOn.copy(message.text);
    else if (message.type === 'subagent' && this.#view.isCurrent(message.stamp))
      void actOn.subagent(this, message.row, message.number);
    else if (message.type === 'kin' && this.#view.isCurrent(message.stamp))
      void actOn.kin(this, message.number);
    else if (message.type === 'link' && this.#view.isCurrent(message.stamp))
      void actOn.link(this, message.href);
    else if (message.type === 'action' && this.#view.isCurrent(message.stamp)) {
      void actOn.page(this, message.action, message.row);
    }
  }

  #renamed(view: ConversationView): void {
    view.retitle();
    this.#titleOf = -1;
    void this.#retitle(view);
  }

  /** The tab's title names the session and the chosen entry. */
  async #retitle(view: ConversationView): Promise<void> {
    const { row } = view.shown;
    const given = this.#services.notes.of(view.session.uri).title;
    const title = await titleOf(view.session, row, given).catch(() => undefined);
    if (view !== this.#view || this.#own.disposed || title === undefined) return;
    if (this.#titleOf === row && this.panel.title === title) return;
    this.#titleOf = row;
    this.panel.title = title;
  }

  #failed(view: ConversationView, error: unknown): void {
    if (view !== this.#view || this.#own.disposed) return;
    const message = error instanceof Error ? error.message : String(error);
    log().error(`The conversation page: ${message}`);
    void this.panel.webview.postMessage({ type: 'notice', message });
  }

  #end(onDispose: (panel: ConversationPanel) => void): void {
    this.#own.dispose();
    this.#held.dispose();
    onDispose(this);
  }
}
