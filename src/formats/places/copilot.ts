import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { whereOf, type AgentPlaces, type Look, type Whereabouts } from './place.ts';
import { userFolders, workspaceFolder } from './vscode.ts';

/** formats/others.md §3: a folder a session, and the transcripts that VS Code's extension keeps. */
export const copilotPlaces: AgentPlaces = {
  id: 'copilot',
  title: 'GitHub Copilot',
  roots: [
    {
      base: 'home',
      folder: '.copilot',
      variables: [{ name: 'COPILOT_HOME' }],
      patterns: ['session-state/*/events.jsonl', 'session-state/*.jsonl', 'history-session-state/*.jsonl'],
    },
    ...userFolders(['workspaceStorage/*/GitHub.copilot-chat/transcripts/*.jsonl']),
  ],
  where,
};

async function where(look: Look): Promise<Whereabouts> {
  const storage = await workspaceFolder(look, '../../workspace.json');
  if (storage !== undefined) return whereOf(storage);
  const recorded = await look.find(startedIn);
  if (recorded !== undefined) return whereOf(recorded);
  const yaml = await look.text('workspace.yaml');
  return whereOf(yaml === undefined ? undefined : /^cwd:[ \t]*(["']?)(.+?)\1[ \t]*\r?$/mu.exec(yaml)?.[2]);
}

function startedIn(record: JsonObject): string | undefined {
  if (ownString(record, 'type') !== 'session.start') return undefined;
  const data = own(record, 'data');
  const context = isJsonObject(data) ? own(data, 'context') : undefined;
  return isJsonObject(context) ? ownString(context, 'cwd') : undefined;
}
