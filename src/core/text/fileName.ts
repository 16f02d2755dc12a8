/** The file name at a URI's end, as a person reads it; the whole text when it has none. */
export function fileName(uri: string): string {
  const path = uri.replace(/[?#].*$/u, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || uri;
  } catch {
    return name || uri; // a stray `%`
  }
}
