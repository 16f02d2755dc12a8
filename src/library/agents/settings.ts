import { AGENT_PLACES } from '../../formats/places/list.ts';
import { namedRoots, type SettingsSource } from '../../formats/places/named.ts';
import { rootsOf, type PlaceSystem } from '../../formats/places/roots.ts';
import type { WantedAgent } from './agentIndex.ts';

/** What the settings say of agents' folders. */
export interface AgentSettings {
  /** Ids of agents whose groups are turned off. */
  readonly hide: readonly string[];
  /** More folders by an agent's id; of `*` more home folders, in which every agent is looked for. */
  readonly roots: ReadonlyMap<string, readonly string[]>;
}

/** The agents to look for, each with its folders: by our settings, and by the agent's own. */
export function wantedAgents(
  system: PlaceSystem,
  { hide, roots }: AgentSettings,
  source: SettingsSource,
): Promise<WantedAgent[]> {
  const homes = roots.get('*') ?? [];
  const wanted = AGENT_PLACES.filter(({ id }) => !hide.includes(id)).map(async (agent) => ({
    agent,
    roots: [
      ...rootsOf(agent, system, roots.get(agent.id), homes),
      ...(await namedRoots(agent, system, source)),
    ],
  }));
  return Promise.all(wanted);
}
