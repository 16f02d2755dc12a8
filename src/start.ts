import type { ExtensionContext } from 'vscode';
import { registerConversation, type ConversationFeature } from './conversation/index.ts';
import { createSessionNotes, type SessionNotesStore } from './core/sessionNotes.ts';
import { registerFork } from './fork/index.ts';
import type { LocalForks } from './fork/places.ts';
import { createWorkspaceAgents } from './library/agents/index.ts';
import type { AgentSystem } from './library/agents/system.ts';
import { createWorkspaceLibrary } from './library/index.ts';
import { registerProblems } from './problems/index.ts';
import type { AgentSessions } from './sessions/agentSessions.ts';
import type { SessionLibrary } from './sessions/library.ts';
import { createLineage } from './sessions/lineage/lineage.ts';
import type { SessionRegistry } from './sessions/session.ts';
import { registerTree, type TreeFeature } from './tree/index.ts';
import type { Host } from './ui/host.ts';
import { disposeLog, log } from './ui/log.ts';
import { createServices } from './ui/services.ts';

/** What other extensions, and this one's tests, get from `activate`. */
export interface SessionTreeApi {
  readonly sessions: SessionRegistry;
  readonly library: SessionLibrary;
  /** The sessions in agents' own folders. */
  readonly agents: AgentSessions;
  readonly notes: SessionNotesStore;
  readonly tree: TreeFeature;
  readonly conversation: ConversationFeature;
}

/** What a host gives: where forks of its own files go, and where agents keep their sessions. */
export interface StartHost extends Host {
  readonly localForks?: LocalForks;
  readonly agentSystem?: AgentSystem;
}

/** Builds and registers; reads no file. */
export function start(context: ExtensionContext, host: StartHost): SessionTreeApi {
  const own = <T extends { dispose(): unknown }>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  own({ dispose: disposeLog });
  const services = own(createServices(host));
  const { sessions, files, subagents } = services;
  const version = String((context.extension.packageJSON as { version?: unknown }).version);
  const library = own(createWorkspaceLibrary(services, { folder: context.storageUri, version }));
  const agentStorage = { folder: context.globalStorageUri, version };
  const agents = own(createWorkspaceAgents(services, library, agentStorage, host.agentSystem));
  own(registerProblems({ library, sessions }));
  const notes = createSessionNotes(context.globalState);
  const lineage = own(
    createLineage({
      libraries: [library, agents.library],
      sessions,
      notes: (uri) => notes.of(uri),
      onError: (error) => log().warn(`Sessions that came from one another: ${String(error)}`),
    }),
  );
  const conversation = own(registerConversation({ ...services, context, notes, lineage }));
  const tree = own(
    registerTree({
      ...{ library, agents, sessions, files, subagents, notes, lineage },
      activeEntry: () => conversation.activeEntry(),
    }),
  );
  own(registerFork({ sessions, localForks: host.localForks }));
  return { sessions, library, agents, notes, tree, conversation };
}
