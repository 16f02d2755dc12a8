import type { PlaceSystem } from '../../formats/places/roots.ts';
import type { AgentDisk } from './disk.ts';
import type { createDiskIndex } from './diskIndex.ts';
import type { PathRules } from './paths.ts';

/** What the machine gives on which the extension runs; a browser gives nothing of it. */
export interface AgentSystem {
  readonly disk: AgentDisk;
  readonly rules: PathRules;
  /** Asked at each scan. */
  places(): Omit<PlaceSystem, 'editor'>;
  /** In hexadecimal. */
  sha256(text: string): string;
  /** Loads what looks for files on that machine: apart, so that a browser's one bundle is without it. */
  loadIndex(): Promise<{ readonly createDiskIndex: typeof createDiskIndex }>;
}
