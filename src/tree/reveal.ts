import { l10n, window, type TreeView } from 'vscode';
import type { RootNode, TreeNode } from './nodes.ts';
import type { SessionsProvider } from './provider.ts';
import type { Refresher } from './refresher.ts';
import type { SessionView } from './sessionView.ts';
import type { Target } from './target.ts';

export interface RevealServices {
  readonly view: TreeView<TreeNode>;
  readonly provider: SessionsProvider;
  readonly refresher: Refresher;
}

/** A new file is listed by its name and then once more with its counts, each time with a drawing of the list. */
const ATTEMPTS = 5;
/** How often the window's answer is looked for, and how long is waited between, in ms. */
const LOOKS = 8;
const LOOK_MS = 25;

/**
 * Shows an entry (or the nearest ancestor that the filter shows) or a session in the view, and selects it. Long lists
 * show the page that holds it.
 * @returns false when the session is not listed or cannot be opened
 */
export async function reveal(services: RevealServices, target: Target, focus = false): Promise<boolean> {
  const { view, provider, refresher } = services;
  const session = await provider.view(target.uri);
  if (!session) {
    void window.showInformationMessage(
      l10n.t(
        'This file is not among the sessions of this workspace. The settings can name more files to look at.',
      ),
    );
    return false;
  }
  for (let attempt = 1; ; attempt++) {
    if (provider.includeSession(mainOf(session).uri)) refresher.add();
    refresher.add(await provider.show(session));
    const opened = target.row === undefined ? undefined : await session.open();
    const located = opened && target.row !== undefined ? session.layout?.locate(target.row) : undefined;
    if (located) refresher.add(located.changed);
    // The view must have asked for the new pages before it is told to go there.
    refresher.flush();
    const node = located?.node ?? session.node;
    await view.reveal(node, { select: true, focus, expand: node === session.node });
    // VS Code goes nowhere, in silence, when it is asking for the list anew at that moment.
    if (attempt === ATTEMPTS || (await isSelected(view, node))) {
      return located !== undefined || target.row === undefined;
    }
    refresher.add([session.node]);
  }
}

/** The row of the list that a session hangs in. */
function mainOf(session: SessionView): RootNode {
  let main = session;
  while (main.parent) main = main.parent;
  return main.node;
}

/** The selection comes back from the window a little later. */
async function isSelected(view: TreeView<TreeNode>, node: TreeNode): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if (view.selection[0] === node) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
