import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces, type Look, type Whereabouts } from './place.ts';

/**
 * formats/others.md §6. A session holds a hash of its folder's path; the folder itself stands in `.project_root` beside
 * the chats, where versions with short names wrote one.
 */
export const geminiPlaces: AgentPlaces = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  roots: [
    {
      base: 'home',
      folder: '.gemini',
      variables: [{ name: 'GEMINI_CLI_HOME', below: '.gemini' }],
      patterns: ['tmp/*/chats/session-*.jsonl'],
    },
  ],
  where,
};

async function where(look: Look): Promise<Whereabouts> {
  const root = (await look.text('../.project_root'))?.trim();
  if (root) return whereOf(root);
  const hash = await look.find((record) => ownString(record, 'projectHash'));
  return hash === undefined ? {} : { hash };
}
