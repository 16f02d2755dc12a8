import { l10n, ProgressLocation, window, type ExtensionContext } from 'vscode';
import { createDisposableStore, type Disposable } from '../core/lib/disposables.ts';
import type { SessionNotesStore } from '../core/sessionNotes.ts';
import type { SessionRegistry } from '../sessions/session.ts';
import { log } from '../ui/log.ts';
import { region } from '../ui/telling.ts';
import { createBeside, type BesideServices } from './beside.ts';
import { registerCommands } from './commands.ts';
import { ConversationPanels } from './panels.ts';
import type { ConversationTarget } from './target.ts';
import { VIEW_TYPE } from './viewType.ts';

export type { ConversationTarget } from './target.ts';

/** What the conversation page needs from the rest of the extension. */
export interface ConversationServices extends BesideServices {
  readonly context: Pick<ExtensionContext, 'extensionUri'>;
  readonly sessions: SessionRegistry;
  readonly notes: SessionNotesStore;
}

export interface ConversationFeature extends Disposable {
  readonly panels: ConversationPanels;
  /** Shows an entry; the same as the command `sessionTree.openConversation` with this argument. */
  open(target: ConversationTarget): Promise<void>;
  /** The chosen entry (else the leaf) of the page that is active. */
  activeEntry(): { readonly uri: string; readonly row?: number } | undefined;
}

/** Registers the conversation page: its commands, and its return after a reload. Reads nothing by itself. */
export function registerConversation(services: ConversationServices): ConversationFeature {
  const own = createDisposableStore();
  const { context, sessions, notes, lineage } = services;
  const { extensionUri } = context;
  const beside = createBeside(services);
  const panels = own.add(
    new ConversationPanels({
      extensionUri,
      region,
      sessions,
      notes,
      beside,
      ...(lineage && { lineage }),
    }),
  );
  const open = async (target: ConversationTarget): Promise<void> => {
    try {
      // Reading a large file takes seconds.
      const options = { location: ProgressLocation.Window, title: l10n.t('Opening the conversation') };
      await window.withProgress(options, () => panels.open(target));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log().warn(message);
      void window.showErrorMessage(message);
    }
  };
  own.add(window.registerWebviewPanelSerializer(VIEW_TYPE, panels));
  registerCommands(panels, open).forEach((item) => own.add(item));
  return {
    panels,
    open,
    activeEntry: () => {
      const view = panels.active?.view;
      if (!view) return undefined;
      const { row } = view.shown;
      return row < 0 ? { uri: view.session.uri } : { uri: view.session.uri, row };
    },
    dispose: () => own.dispose(),
  };
}
