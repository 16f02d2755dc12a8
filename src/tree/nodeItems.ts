import { type TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { AgentSessions } from '../sessions/agentSessions.ts';
import type { SessionLibrary } from '../sessions/library.ts';
import { kinKey, type Lineage } from '../sessions/lineage/lineage.ts';
import * as items from './entryItems.ts';
import { entryTooltip } from './entryTooltip.ts';
import { groupItem, projectsItem } from './groupItem.ts';
import type { GroupList } from './groupList.ts';
import { kinWords } from './kinWords.ts';
import { hasRow, type GroupNode, type SessionNode, type TreeNode } from './nodes.ts';
import { noticeItem, placeholder } from './otherItems.ts';
import { rowItem } from './rowItem.ts';
import { sessionItem, sessionTooltip } from './sessionItem.ts';
import type { SessionList } from './sessionList.ts';
import type { SessionViews } from './sessionViews.ts';
import { subagentItem, subagentsItem, subagentTooltip } from './subagentItem.ts';

const { Collapsed } = TreeItemCollapsibleState;

export interface NodeItemsServices {
  readonly library: Pick<SessionLibrary, 'summarize'>;
  readonly agents: Pick<AgentSessions, 'library' | 'groups' | 'projects' | 'agentOf'>;
  readonly lineage: Lineage;
  readonly list: SessionList;
  readonly groups: GroupList;
  readonly views: SessionViews;
}

/** How nodes look: rows and tooltips, from what is known of them now. */
export class NodeItems {
  readonly #services: NodeItemsServices;
  /** The kin of sessions as their rows last showed them. */
  readonly #kin = new Map<string, string>();

  constructor(services: NodeItemsServices) {
    this.#services = services;
  }

  item(node: TreeNode): TreeItem {
    const { views } = this.#services;
    switch (node.kind) {
      case 'session':
        return this.#sessionItem(node);
      case 'group':
        return this.#groupItem(node);
      case 'more':
        return items.moreItem(node);
      case 'notice':
        return noticeItem(node);
      case 'subagent':
        return subagentItem(node, views.summary(node));
      case 'subagents':
        return subagentsItem(node, views.of(node)?.layout?.looseCount ?? 0);
      default:
        return this.#rowItem(node) ?? placeholder(node);
    }
  }

  /** Adds the tooltip, when the pointer comes to the row. */
  resolve(item: TreeItem, node: TreeNode): TreeItem {
    const { lineage, list, views } = this.#services;
    if (node.kind === 'session') {
      item.tooltip = sessionTooltip(node, list.notes(node.uri), kinWords(lineage, node.item));
    }
    if (node.kind === 'subagent') item.tooltip = subagentTooltip(node, views.summary(node));
    const source = this.#source(node);
    if (node.kind === 'entry' && source) item.tooltip = entryTooltip(node, source);
    return item;
  }

  /** Whether a session that was shown has other kin than it had then. */
  hasOtherKin(uri: string): boolean {
    const shown = this.#kin.get(uri);
    return shown !== undefined && shown !== kinKey(this.#services.lineage, uri);
  }

  /** Forgets a session that is not listed any more. */
  drop(uri: string): void {
    this.#kin.delete(uri);
  }

  #sessionItem(node: SessionNode): TreeItem {
    const { library, agents, lineage, list, groups, views } = this.#services;
    const { uri } = node;
    for (const one of [library, agents.library]) one.summarize(uri);
    // The newest item, also when the list has not told of it yet.
    views.get(uri);
    const isMixed = groups.parentOf(uri)?.key.startsWith('project:') === true;
    const agent = isMixed ? agents.agentOf(uri) : undefined;
    this.#kin.set(uri, kinKey(lineage, uri));
    const surroundings = { twinId: list.twinId(uri), agent, kin: kinWords(lineage, node.item) };
    return sessionItem(node, Collapsed, list.notes(uri), surroundings);
  }

  #groupItem(node: GroupNode): TreeItem {
    const { agents, list, groups } = this.#services;
    const group = groups.group(node);
    if (!group) return projectsItem(node, agents.projects.length);
    const isFirst = list.items.length === 0 && agents.groups[0]?.key === node.key;
    return groupItem(node, group, isFirst);
  }

  #source(node: TreeNode): items.ItemSource | undefined {
    const view = this.#services.views.of(node);
    const layout = view?.layout;
    if (!view || !layout) return undefined;
    return {
      layout,
      replay: view.replay,
      preview: (row) => view.preview(row),
      missingParent: (row) => view.missingParent(row),
      kin: (row) => view.kin(row),
    };
  }

  #rowItem(node: TreeNode): TreeItem | undefined {
    const source = this.#source(node);
    if (!source || (hasRow(node) && node.row >= source.layout.outline.source.table.size)) return undefined;
    return rowItem(node, source);
  }
}
