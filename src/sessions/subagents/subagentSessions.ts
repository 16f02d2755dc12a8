import type { FileAccess, FolderAccess } from '../../core/files.ts';
import type { Disposable } from '../../core/lib/disposables.ts';
import { systemScheduler, type Scheduler } from '../../core/lib/scheduler.ts';
import { coalesce } from '../../core/lib/serial.ts';
import type { Format, SessionHeader } from '../../formats/format.ts';
import type { SubagentOwner, Subagents } from '../../formats/subagents.ts';
import type { Session } from '../session.ts';
import { peekHeader } from '../beginning/peek.ts';
import { familyOf, type Family } from './family.ts';
import { SubagentFollower, type WatchFolder } from './follow.ts';
import { findSubagents, type KnownFacts, type Subagent } from './find.ts';
import { SubagentMatcher, type MatchedSubagents } from './match.ts';
import { placeOfUri, uriBeside } from './places.ts';

/** Main sessions whose subagents are remembered. */
const MAX_GROUPS = 50;
/** Steps from a subagent to the main session, where each names the next. */
const MAX_STEPS = 20;

/** The subagents of one session: those that it started itself. */
export interface SessionSubagents extends MatchedSubagents {
  /** Files that were not looked into: over the cap, or not to be read. */
  readonly unlisted: number;
}

/** A subagent's session seen from itself. */
export interface SubagentOrigin {
  readonly subagent: Subagent;
  /** URI of the session that started it, and of the session that a user speaks to. May be the same. */
  readonly parentUri: string;
  readonly mainUri: string;
}

/** Finds sessions of subagents and the calls that started them. Looks into folders when it is asked, never before. */
export interface SubagentSessions {
  /** The subagents that an open session started. @throws FileAccessError */
  of(session: Session): Promise<SessionSubagents>;
  /** Whose subagent a session is; undefined when it is none, or its main session's file is not there. */
  originOf(session: Session): Promise<SubagentOrigin | undefined>;
  /** The session that a user speaks to, with whose file all others of it lie: itself, unless it is a subagent's. */
  mainUriOf(session: Session): Promise<string>;
  /**
   * Watches an open session's own subagents until it is disposed: `changed` is called when one appears, is told more of,
   * or grows, though the session itself does not.
   */
  follow(session: Session, changed: () => void): Disposable;
}

export interface SubagentOptions {
  readonly files: FileAccess;
  readonly folders: FolderAccess;
  /** What is known of a main session that may not be open. */
  readonly headerOf?: (uri: string) => SessionHeader | null;
  readonly scheduler?: Scheduler;
  /** Absent where no events come: then folders are only looked into every few seconds. */
  readonly watch?: WatchFolder;
}

const NONE: SessionSubagents = { placed: [], loose: [], unsearched: 0, unlisted: 0 };

/** What was found for one main session. */
interface Group {
  readonly look: () => Promise<void>;
  family: Family;
  left: number;
}

export function createSubagentSessions(options: SubagentOptions): SubagentSessions {
  return new Finder(options);
}

class Finder implements SubagentSessions {
  readonly #options: SubagentOptions;
  readonly #groups = new Map<string, Group>();
  readonly #matchers = new WeakMap<Session, SubagentMatcher>();
  readonly #followers = new WeakMap<Session, SubagentFollower>();

  constructor(options: SubagentOptions) {
    this.#options = options;
  }

  async of(session: Session): Promise<SessionSubagents> {
    const { subagents } = session.snapshot.format;
    if (!subagents) return NONE;
    const { own, unlisted } = await this.#look(session, subagents);
    if (own.length === 0) return unlisted > 0 ? { ...NONE, unlisted } : NONE;
    return { ...(await this.#matcherOf(session, subagents).match(session, own)), unlisted };
  }

  async originOf(session: Session): Promise<SubagentOrigin | undefined> {
    const { subagents } = session.snapshot.format;
    const main = subagents && (await this.#mainOf(session));
    if (!main || main.uri === session.uri) return undefined;
    const group = this.#groupOf(subagents, main.uri, main.header);
    if (!group.family.member(session.uri)) await group.look();
    const subagent = group.family.member(session.uri);
    const parentUri = group.family.parentOf(session.uri)?.uri ?? main.uri;
    return subagent && { subagent, parentUri, mainUri: main.uri };
  }

  async mainUriOf(session: Session): Promise<string> {
    return (await this.#mainOf(session)).uri;
  }

  follow(session: Session, changed: () => void): Disposable {
    const { subagents } = session.snapshot.format;
    return subagents ? this.#followerOf(session, subagents).follow(changed) : { dispose: () => undefined };
  }

  /** A session's main session: itself unless it is a subagent's. */
  async #mainOf(session: Session): Promise<{ uri: string; header: SessionHeader | null }> {
    const { folders, files, headerOf } = this.#options;
    const { format, header } = session.snapshot;
    let at = { uri: session.uri, header };
    for (let step = 0; step < MAX_STEPS; step++) {
      const owner = await ownerUri(folders, format, at.uri, at.header);
      if (owner === undefined || owner === at.uri || !(await exists(files, owner))) break;
      const known = headerOf?.(owner) ?? null;
      // Where sessions lie among others, only their headers tell who belongs to whom.
      const isNeeded = known === null && format.subagents?.scope === 'shared';
      at = { uri: owner, header: isNeeded ? await peekHeader(files, owner, format) : known };
    }
    return at;
  }

  /** The subagents that a session started itself, as they are found now. */
  async #look(
    session: Session,
    subagents: Subagents,
  ): Promise<{ own: readonly Subagent[]; unlisted: number }> {
    const main = await this.#mainOf(session);
    const group = this.#groupOf(subagents, main.uri, main.header);
    await group.look();
    const isMain = main.uri === session.uri;
    const own = isMain ? group.family.ofMain : group.family.of(session.uri);
    return { own, unlisted: isMain ? group.left : 0 };
  }

  #groupOf(subagents: Subagents, uri: string, header: SessionHeader | null): Group {
    const groups = this.#groups;
    const found = groups.get(uri);
    groups.delete(uri);
    const group = found ?? createGroup(this.#options, subagents, uri, header);
    groups.set(uri, group);
    for (const oldest of groups.keys()) if (groups.size > MAX_GROUPS) groups.delete(oldest);
    return group;
  }

  #matcherOf(session: Session, subagents: Subagents): SubagentMatcher {
    const known = this.#matchers.get(session);
    if (known) return known;
    const matcher = new SubagentMatcher(subagents);
    this.#matchers.set(session, matcher);
    // No subscription to keep: the session ends its event when it closes.
    session.onDidChange(({ kind }) => {
      if (kind !== 'grown') this.#matchers.set(session, new SubagentMatcher(subagents));
    });
    return matcher;
  }

  #followerOf(session: Session, subagents: Subagents): SubagentFollower {
    const known = this.#followers.get(session);
    if (known) return known;
    const { files, scheduler = systemScheduler, watch } = this.#options;
    const follower = new SubagentFollower({
      ...{ files, scheduler, watch },
      look: async () => (await this.#look(session, subagents)).own,
      folders: async () => {
        const { uri, header } = await this.#mainOf(session);
        return watchedFolders(subagents, uri, header);
      },
    });
    this.#followers.set(session, follower);
    return follower;
  }
}

function createGroup(
  { files, folders }: SubagentOptions,
  subagents: Subagents,
  uri: string,
  header: SessionHeader | null,
): Group {
  const known = new Map<string, KnownFacts>();
  const main = { place: placeOfUri(uri), header };
  const group: Group = {
    family: familyOf([], undefined, subagents.scope),
    left: 0,
    // Several who ask at a time wait for one look.
    look: coalesce(async () => {
      const found = await findSubagents({ files, folders, subagents, main, uri, known });
      group.family = familyOf(found.all, header?.id, subagents.scope);
      group.left = found.left;
    }),
  };
  return group;
}

/** Where subagents' files come to lie, as far as the way there is known beforehand. */
function watchedFolders(subagents: Subagents, uri: string, header: SessionHeader | null): string[] {
  const folders = subagents.folders({ place: placeOfUri(uri), header }).map(({ up = 0, steps }) => {
    const end = steps.findIndex((step) => typeof step !== 'string');
    const known = steps.slice(0, end < 0 ? undefined : end).filter((step) => typeof step === 'string');
    return uriBeside(uri, up, known);
  });
  return [...new Set(folders.filter((folder) => folder !== undefined))];
}

/** The file of the session whose subagent a file is; it need not exist. */
async function ownerUri(
  folders: FolderAccess,
  format: Format,
  uri: string,
  header: SessionHeader | null,
): Promise<string | undefined> {
  const owner = format.subagents?.owner(placeOfUri(uri), header);
  if (!owner) return undefined;
  const name = typeof owner.file === 'string' ? owner.file : await chosen(folders, uri, owner);
  return name === undefined ? undefined : uriBeside(uri, owner.up, [...(owner.down ?? []), name]);
}

async function chosen(
  folders: FolderAccess,
  uri: string,
  { up, down = [], file }: SubagentOwner,
): Promise<string | undefined> {
  const folder = uriBeside(uri, up, down);
  const items = folder === undefined ? [] : ((await folders.list(folder)) ?? []);
  return items.find(({ name, isFolder }) => !isFolder && typeof file !== 'string' && file(name))?.name;
}

async function exists(files: FileAccess, uri: string): Promise<boolean> {
  return files.stat(uri).then(
    () => true,
    () => false,
  );
}
