import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/** formats/others.md §8. These transcripts name no folder, and the name of theirs tells it only in part. */
export const cursorPlaces: AgentPlaces = {
  id: 'cursor',
  title: 'Cursor',
  roots: [
    {
      base: 'home',
      folder: '.cursor',
      patterns: ['projects/*/agent-transcripts/*/*.jsonl', 'projects/*/agent-transcripts/*.jsonl'],
    },
  ],
  where: async (look) => whereOf(await look.find((record) => ownString(record, 'cwd'))),
};
