/** Shells by how they read quotes. */
export type ShellKind = 'posix' | 'fish' | 'powershell' | 'cmd';

/** The kind of a shell by its program's path; what nobody knows is read as POSIX has it. */
export function shellKind(path: string): ShellKind {
  const name = /([^\\/]*?)(?:\.exe)?$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (name === 'pwsh' || name === 'powershell') return 'powershell';
  if (name === 'cmd') return 'cmd';
  return name === 'fish' ? 'fish' : 'posix';
}

const PLAIN = /^[\w@+=:,./-]+$/;
/** What ends a line, or is read by the terminal itself, before any shell sees its quotes. */
const CONTROL = /\p{Cc}/u;

/**
 * One line that has a shell start a program with exactly these arguments.
 * @returns undefined where the shell has no quotes for one of them: a control character in any, `%`, `!` or `"` in cmd,
 *   `"` in PowerShell, whose versions hand it over differently
 */
export function commandLine(kind: ShellKind, program: string, args: readonly string[]): string | undefined {
  const words = [program, ...args];
  if (words.some((word) => CONTROL.test(word))) return undefined;
  if (kind === 'powershell' && words.some((word) => word.includes('"'))) return undefined;
  if (kind === 'cmd' && words.some((word) => /[%!"]/.test(word))) return undefined;
  const quoted = words.map((word) => (PLAIN.test(word) ? word : quote(kind, word)));
  // PowerShell takes a quoted word at the beginning for a text.
  const call = kind === 'powershell' && quoted[0]?.startsWith("'") ? '& ' : '';
  return `${call}${quoted.join(' ')}`;
}

function quote(kind: ShellKind, word: string): string {
  switch (kind) {
    case 'cmd':
      return `"${word}"`;
    case 'powershell':
      // Typographic quotes end a text there too.
      return `'${word.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
    case 'fish':
      return `'${word.replace(/[\\']/g, '\\$&')}'`;
    case 'posix':
      return `'${word.replaceAll("'", "'\\''")}'`;
  }
}
