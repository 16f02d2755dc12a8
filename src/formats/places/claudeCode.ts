import { ownString } from '../../core/json.ts';
import { whereOf, type AgentPlaces } from './place.ts';

/**
 * formats/claude-code.md §1.1. Only `<folder>/<session>.jsonl` is a session: what lies deeper belongs to one, and
 * `agent-*.jsonl` beside them are the helpers' files of old versions.
 */
export const claudeCodePlaces: AgentPlaces = {
  id: 'claude-code',
  title: 'Claude Code',
  roots: [
    {
      base: 'home',
      folder: '.claude',
      variables: [{ name: 'CLAUDE_CONFIG_DIR' }],
      patterns: ['projects/*/*.jsonl', '!projects/*/agent-*.jsonl'],
    },
  ],
  where: async (look) => whereOf(await look.find((record) => ownString(record, 'cwd'))),
};
