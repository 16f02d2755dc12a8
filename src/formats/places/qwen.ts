import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/** formats/others.md §5; archived sessions are still sessions. */
export const qwenPlaces: AgentPlaces = {
  id: 'qwen-code',
  title: 'Qwen Code',
  roots: [
    {
      base: 'home',
      folder: '.qwen',
      variables: [{ name: 'QWEN_RUNTIME_DIR' }, { name: 'QWEN_HOME' }],
      patterns: ['projects/*/chats/*.jsonl', 'projects/*/chats/archive/*.jsonl'],
    },
  ],
  where: async (look) => whereOf(await look.find((record) => ownString(record, 'cwd'))),
};
