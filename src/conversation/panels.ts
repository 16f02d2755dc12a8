import { l10n, type WebviewPanel, type WebviewPanelSerializer } from 'vscode';
import type { Disposable } from '../core/lib/disposables.ts';
import type { SessionLease, SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';
import { tellNoSession } from '../ui/noSession.ts';
import { messageHtml } from './html.ts';
import type * as panelModule from './panel.ts';
import type { ConversationPanel, PanelServices } from './panel.ts';
import type { ConversationTarget } from './target.ts';

/** What draws pages and speaks with them: loaded with the first page. */
type Drawing = typeof panelModule;

/** Every open conversation page: at most one that is reused, and the pinned ones. Brings them back after a reload. */
export class ConversationPanels implements WebviewPanelSerializer, Disposable {
  readonly #services: PanelServices;
  readonly #panels = new Set<ConversationPanel>();
  /** Raised by every opening: of two that overlap, the later one decides what the preview shows. */
  #opening = 0;

  constructor(services: PanelServices) {
    this.#services = services;
  }

  get sessions(): SessionRegistry {
    return this.#services.sessions;
  }

  get all(): readonly ConversationPanel[] {
    return [...this.#panels];
  }

  /** The page in front, if it has the focus of the editor area. */
  get active(): ConversationPanel | undefined {
    return this.all.find(({ panel }) => panel.active);
  }

  /** The page that shows this session in this view, for a menu that was opened on it. */
  find(uri: string, view: number): ConversationPanel | undefined {
    const found = this.all.filter((panel) => panel.view.isCurrent({ uri, view, revision: 0 }));
    return found.find(({ panel }) => panel.active) ?? found[0];
  }

  async open({ uri, row, pinned = false, focus = pinned }: ConversationTarget): Promise<void> {
    const opening = ++this.#opening;
    const drawing = await import('./panel.ts');
    const lease = await this.#services.sessions.acquire(uri);
    if (!lease) {
      await tellNoSession(uri);
      return;
    }
    const known = row !== undefined && row < lease.session.snapshot.table.size ? row : undefined;
    // A slower opening that came before must not take the page from a faster one that came after.
    if (opening !== this.#opening && !pinned) lease.dispose();
    else this.#place(drawing, lease, known, { pinned, focus });
  }

  async deserializeWebviewPanel(panel: WebviewPanel, raw: unknown): Promise<void> {
    try {
      const drawing = await import('./panel.ts');
      const { parsePageState } = await import('./fromPage.ts');
      const state = parsePageState(raw);
      if (!state) throw new Error(l10n.t('What this page showed could not be restored.'));
      const lease = await this.#services.sessions.acquire(state.uri);
      if (!lease) throw new Error(l10n.t('The file {0} holds no session any more.', state.uri));
      // Two pages that are reused would be one too many.
      const pinned = state.pinned || this.#preview !== undefined;
      this.#add(drawing, panel, lease, { pinned, state: { ...state, pinned } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log().warn(message);
      panel.webview.html = messageHtml(message);
    }
  }

  dispose(): void {
    for (const { panel } of this.all) panel.dispose();
  }

  get #preview(): ConversationPanel | undefined {
    return this.all.find(({ view }) => !view.pinned);
  }

  #place(
    drawing: Drawing,
    lease: SessionLease,
    row: number | undefined,
    { pinned, focus }: { readonly pinned: boolean; readonly focus: boolean },
  ): void {
    const { uri } = lease.session;
    const preview = this.#preview;
    const shown = this.all.filter((panel) => panel.shows(uri, row) && (panel.view.pinned || !pinned));
    const page = shown.find((panel) => panel === preview) ?? shown[0] ?? (pinned ? undefined : preview);
    if (page) {
      page.open(lease, row);
      page.reveal(focus);
      return;
    }
    const panel = drawing.createWebviewPanel(lease.session.snapshot.title.slice(0, 40), focus);
    this.#add(drawing, panel, lease, { pinned, row });
  }

  #add(
    drawing: Drawing,
    panel: WebviewPanel,
    lease: SessionLease,
    options: ConstructorParameters<typeof ConversationPanel>[3],
  ): void {
    const page = new drawing.ConversationPanel(panel, this.#services, lease, options, (ended) => {
      this.#panels.delete(ended);
    });
    this.#panels.add(page);
  }
}
