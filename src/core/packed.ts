/** Whether a file is a transcript that was packed (Zstandard), by its name or URI: no new lines come to it. */
export function isPacked(name: string): boolean {
  return /\.jsonl\.zst$/iu.test(name);
}

/** The name that the file had before it was packed. */
export function unpackedName(name: string): string {
  return isPacked(name) ? name.slice(0, -'.zst'.length) : name;
}
