import { isJsonObject, own, ownString, type JsonObject } from '../../core/json.ts';
import { besideJson, whereOf, type AgentPlaces } from './place.ts';

/** formats/others.md §7: the main agent's journal of each session; helpers have journals of their own. */
export const kimiPlaces: AgentPlaces = {
  id: 'kimi-code',
  title: 'Kimi Code',
  roots: [
    {
      base: 'home',
      folder: '.kimi-code',
      variables: [{ name: 'KIMI_CODE_HOME' }],
      patterns: ['sessions/*/session_*/agents/main/wire.jsonl'],
    },
    {
      base: 'home',
      folder: '.kimi',
      variables: [{ name: 'KIMI_SHARE_DIR' }],
      patterns: ['sessions/*/*/wire.jsonl'],
    },
  ],
  where: async (look) => {
    const state = await besideJson(look, '../../state.json');
    return whereOf((state && ownString(state, 'cwd')) ?? (await look.find(boundTo)));
  },
};

/** What the agent was told of its surroundings. */
function boundTo(record: JsonObject): string | undefined {
  const told = own(record, 'environmentDisclosure');
  return isJsonObject(told) ? ownString(told, 'cwd') : undefined;
}
