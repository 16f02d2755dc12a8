import { oneLine } from '../core/text/oneLine.ts';
import type { Translate } from '../core/translate.ts';
import type { ForkPreview } from './preview.ts';

/**
 * What becomes of the path: a new file, or a record that begins a branch in its own; the new one beside its source or where its agent looks for it; the same and the agent
 * started in it, or the command for that copied; a file elsewhere; a new session from before a prompt; messages for
 * another program; a look at it first.
 */
export type ForkAction = 'file' | 'inPlace' | 'open' | 'command' | 'elsewhere' | 'prompt' | 'json' | 'look';

export const FORK_ACTIONS: readonly ForkAction[] = [
  ...(['file', 'inPlace', 'open', 'command', 'elsewhere', 'prompt', 'json', 'look'] as const),
];

/** What this machine and this session allow beside a new file. */
export interface ForkMeans {
  /** The agent's name. */
  readonly agent: string;
  /** How it is started in a session, without the session; absent where the format's agent cannot go on in one. */
  readonly resumes: boolean;
  /** Why it cannot be started here, in words; absent where it can. */
  readonly obstacle?: string;
  /** The folder in which the session was recorded, where that matters to the agent and is not on this machine. */
  readonly gone?: string;
  /** Whether a file can be written in any folder the user picks. */
  readonly elsewhere: boolean;
}

/** One line of the list. */
export interface ForkOption {
  readonly action: ForkAction;
  /** A codicon's name. */
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
}

/** UTF-16 units of a folder's path that an option shows. */
const MAX_FOLDER = 60;

/** What can be done from an entry, the plain way first. */
export function forkOptions(t: Translate, preview: ForkPreview, means: ForkMeans): ForkOption[] {
  const { agent, resumes, obstacle, gone, elsewhere } = means;
  const options: ForkOption[] = [
    {
      ...{ action: 'file', icon: 'new-file', label: t('New session file') },
      detail: t('Where {0} keeps this session. The source stays as it is.', agent),
    },
  ];
  if (preview.inPlace) options.push(inPlaceOption(t, agent, preview.inPlace.onlyTerminal));
  if (resumes) {
    if (obstacle === undefined) {
      options.push({
        ...{ action: 'open', icon: 'terminal', label: t('New session, and go on in {0}', agent) },
        detail:
          gone === undefined
            ? t('Writes the file and starts the agent in a terminal.')
            : t(
                'Writes the file and starts the agent, which asks for a folder: {0} is not here.',
                oneLine(gone, MAX_FOLDER),
              ),
      });
    }
    options.push({
      ...{ action: 'command', icon: 'copy', label: t('New session, and copy the command to go on') },
      detail: obstacle ?? t('Writes the file; the command line goes to the clipboard.'),
    });
  }
  if (preview.prompt !== undefined) {
    options.push({
      ...{ action: 'prompt', icon: 'edit', label: t('Edit this prompt') },
      detail: t(
        'A new session that ends before it; its text goes to the clipboard: {0}',
        oneLine(preview.prompt, 60),
      ),
    });
  }
  if (elsewhere) {
    options.push({
      ...{ action: 'elsewhere', icon: 'save-as', label: t('New session file elsewhere…') },
      detail: t('In a folder and under a name that you choose.'),
    });
  }
  if (preview.snapshot.format.context) {
    options.push({
      ...{ action: 'json', icon: 'json', label: t('Messages as JSON…') },
      detail: t('What a model would see of the path, for another program. Writes no session.'),
    });
  }
  options.push({
    ...{ action: 'look', icon: 'comment-discussion', label: t('Look at the path first') },
    detail: t('Opens the conversation up to this entry. Writes nothing.'),
  });
  return options;
}

function inPlaceOption(t: Translate, agent: string, onlyTerminal: boolean): ForkOption {
  const detail = onlyTerminal
    ? t('Adds one record, keeps a copy. Only {0}’s program in a terminal goes by it.', agent)
    : t('Adds one record, keeps a copy. {0} goes on from here the next time.', agent);
  return { action: 'inPlace', icon: 'git-branch', label: t('Branch in this session file…'), detail };
}
