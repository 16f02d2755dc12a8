import type { SessionLibrary } from '../sessions/library.ts';
import { probe } from '../sessions/probe.ts';
import { log } from '../ui/log.ts';
import type { Services } from '../ui/services.ts';
import { createLibrary } from './model.ts';
import { followOutside } from './outside.ts';
import { createWorkspaceSource } from './workspaceSource.ts';
import { vscodeOutside } from './workspaceWatch.ts';

/** The workspace's session files; also follows open sessions that lie outside of it. Reads nothing yet. */
export function createWorkspaceLibrary({
  files,
  sessions,
  scheduler,
  longReadings,
}: Services): SessionLibrary {
  const options = {
    source: createWorkspaceSource(),
    files,
    registry: sessions,
    scheduler,
    longReadings,
    probe: probe.bind(null, files),
    onError: (error: unknown) => {
      log().error(`Session list: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
  };
  return createLibrary(options, followOutside(sessions, scheduler, vscodeOutside));
}
