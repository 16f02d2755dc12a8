import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** What is downloaded once and used by every clone on this machine. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'session-tree');
