/**
 * A line of text as Markdown that shows exactly this text: no markup, links, addresses or pictures. Unlike VS Code's
 * own `appendText` it leaves blanks alone, so that long lines wrap.
 */
export function plainMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/\s+/g, ' ');
}
