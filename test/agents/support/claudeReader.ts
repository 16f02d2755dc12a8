import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedOrSkip } from '../../support/npmPackage.ts';

const FOLDER = '@anthropic-ai/claude-agent-sdk';

export interface SdkMessage {
  readonly type: string;
  readonly uuid: string;
  readonly message: unknown;
}

/** The agent's own reader of sessions, without a model. Its folder of settings is named by CLAUDE_CONFIG_DIR. */
export interface ClaudeReader {
  getSessionMessages(id: string, options: { dir: string }): Promise<SdkMessage[]>;
}

/** The SDK without the program that it would start (some 400 MB), which reading does not need. */
export async function claudeReader(context: Mocha.Context): Promise<ClaudeReader> {
  const modules = installedOrSkip(context, {
    ...{ folder: 'claude-agent-sdk', name: FOLDER, version: '0.3.332' },
    ...{ witness: join(FOLDER, 'sdk.mjs'), options: ['--omit=optional'] },
  });
  return (await import(pathToFileURL(join(modules, FOLDER, 'sdk.mjs')).href)) as ClaudeReader;
}
