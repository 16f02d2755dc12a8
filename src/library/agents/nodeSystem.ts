import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import type { PlaceSystem } from '../../formats/places/roots.ts';
import { nodeDisk } from './nodeDisk.ts';
import type { AgentSystem } from './system.ts';

const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';

/** The machine of the extension host. */
export const nodeSystem: AgentSystem = {
  disk: nodeDisk,
  rules: { isWindows, ignoreCase: isWindows || isMac },
  places: () => ({ platform: platform(), home: home(), variable: (name) => process.env[name] }),
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  loadIndex: () => import('./diskIndex.ts'),
};

/** Every other system keeps its folders as Linux does. */
function platform(): PlaceSystem['platform'] {
  return isWindows ? 'win32' : isMac ? 'darwin' : 'linux';
}

function home(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined; // a user whom the system does not know
  }
}
