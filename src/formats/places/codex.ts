import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/** formats/others.md §1: a folder a day; archived files lie flat. */
export const codexPlaces: AgentPlaces = {
  id: 'codex',
  title: 'Codex',
  roots: [
    {
      base: 'home',
      folder: '.codex',
      variables: [{ name: 'CODEX_HOME' }],
      patterns: [
        'sessions/*/*/*/rollout-*.jsonl',
        'archived_sessions/rollout-*.jsonl',
        'archived_sessions/*/*/*/rollout-*.jsonl',
      ],
    },
  ],
  where: async (look) => whereOf(await look.find(cwdOf)),
};

/** The session's own record; the oldest files have it without an envelope, and the folder in a later record. */
function cwdOf(record: JsonObject): string | undefined {
  const payload = own(record, 'payload');
  return isJsonObject(payload) ? ownString(payload, 'cwd') : ownString(record, 'cwd');
}
