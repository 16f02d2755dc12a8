import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/** formats/others.md §8. */
export const factoryPlaces: AgentPlaces = {
  id: 'factory-droid',
  title: 'Factory Droid',
  roots: [{ base: 'home', folder: '.factory', patterns: ['sessions/*/*.jsonl', 'sessions/*.jsonl'] }],
  where: async (look) =>
    whereOf(
      await look.find((record) =>
        ownString(record, 'type') === 'session_start' ? ownString(record, 'cwd') : undefined,
      ),
    ),
};
