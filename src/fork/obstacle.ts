import type { Translate } from '../core/translate.ts';
import type { ResumeCommand } from '../formats/fork/writer.ts';
import type { LocalForks } from './places.ts';

/** What starting an agent in a terminal depends on. */
export type Grounds = Pick<LocalForks, 'hasProgram' | 'hasFolder'> & { readonly isTrusted: boolean };

/** Why an agent cannot be started in a terminal here, in words; undefined where it can. */
export async function obstacleTo(
  t: Translate,
  { program, cwd, asksForFolder = false }: Omit<ResumeCommand, 'args'>,
  { isTrusted, hasProgram, hasFolder }: Grounds,
): Promise<string | undefined> {
  if (!isTrusted) return t('No program is started from a workspace that is not trusted.');
  if (!(await hasProgram(program))) return t('The program {0} was not found on this machine.', program);
  if (cwd === undefined || asksForFolder || (await hasFolder(cwd))) return undefined;
  return t('The folder {0}, in which the session was recorded, is not on this machine.', cwd);
}
