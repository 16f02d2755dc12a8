import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/** Files that were not written for long are packed; then the plain one is gone. */
function files(pattern: string): string[] {
  return [pattern, `${pattern}.zst`];
}

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
        ...files('sessions/*/*/*/rollout-*.jsonl'),
        ...files('archived_sessions/rollout-*.jsonl'),
        ...files('archived_sessions/*/*/*/rollout-*.jsonl'),
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
