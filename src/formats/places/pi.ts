import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces, type Look, type Whereabouts } from './place.ts';

/** The header's cwd is the truth; the folder's name loses it (formats/pi.md §1). */
async function where(look: Look): Promise<Whereabouts> {
  return whereOf(
    await look.find((record) =>
      ownString(record, 'type') === 'session' ? ownString(record, 'cwd') : undefined,
    ),
  );
}

const SESSION_DIR = 'PI_CODING_AGENT_SESSION_DIR';
/** Files lie flat in a folder of the user's choice. */
const CHOSEN = ['*.jsonl', '*/*.jsonl'];

export const piPlaces: AgentPlaces = {
  id: 'pi',
  title: 'Pi',
  roots: [
    {
      base: 'home',
      folder: '.pi/agent',
      variables: [{ name: 'PI_CODING_AGENT_DIR' }],
      patterns: ['sessions/*/*.jsonl', 'sessions/*.jsonl'],
    },
    {
      base: 'home',
      folder: '',
      variables: [{ name: SESSION_DIR }],
      onlyByVariable: true,
      patterns: CHOSEN,
    },
  ],
  named: {
    key: 'sessionDir',
    file: 'settings.json',
    project: '.pi/settings.json',
    variable: SESSION_DIR,
    patterns: CHOSEN,
  },
  where,
};

/** Relatives that write Pi's files. */
export const ompPlaces: AgentPlaces = {
  id: 'oh-my-pi',
  title: 'Oh My Pi',
  roots: [{ base: 'home', folder: '.omp/agent', patterns: ['sessions/*/*.jsonl'] }],
  where,
};

export const openclawPlaces: AgentPlaces = {
  id: 'openclaw',
  title: 'OpenClaw',
  roots: [{ base: 'home', folder: '.openclaw', patterns: ['agents/*/sessions/*.jsonl'] }],
  where,
};
