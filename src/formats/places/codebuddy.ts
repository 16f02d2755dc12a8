import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces, type Look, type Whereabouts } from './place.ts';

/** formats/others.md §2: `<session>/subagents` and `tool-results` lie deeper, `.meta.json` is no transcript. */
const PATTERNS = ['projects/*/*.jsonl', '!projects/*/agent-*.jsonl'];

async function where(look: Look): Promise<Whereabouts> {
  return whereOf(await look.find((record) => ownString(record, 'cwd')));
}

export const codebuddyPlaces: AgentPlaces = {
  id: 'codebuddy',
  title: 'CodeBuddy',
  roots: [
    {
      base: 'home',
      folder: '.codebuddy',
      variables: [{ name: 'CODEBUDDY_CONFIG_DIR' }],
      patterns: PATTERNS,
    },
  ],
  where,
};

export const workbuddyPlaces: AgentPlaces = {
  id: 'workbuddy',
  title: 'WorkBuddy',
  roots: [{ base: 'home', folder: '.workbuddy', patterns: PATTERNS }],
  where,
};
