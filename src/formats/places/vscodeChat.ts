import { whereOf, type AgentPlaces } from './place.ts';
import { userFolders, workspaceFolder } from './vscode.ts';

/** formats/others.md §4. Sessions of empty windows belong to no folder. */
export const vscodeChatPlaces: AgentPlaces = {
  id: 'vscode-chat',
  title: 'VS Code Chat',
  roots: userFolders([
    'workspaceStorage/*/chatSessions/*.jsonl',
    'globalStorage/emptyWindowChatSessions/*.jsonl',
    'globalStorage/transferredChatSessions/*.jsonl',
  ]),
  where: async (look) => whereOf(await workspaceFolder(look, '../workspace.json')),
};
