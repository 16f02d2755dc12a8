/** Paths as agents record them, and those of URIs, made alike for comparing. They are never opened. */

/** Of a path in a file: slashes, and on Windows, whose drives tell it, small letters. */
export function pathKey(path: string): string {
  const slashed = /^[a-z]:[\\/]|^\\\\/iu.test(path) ? path.replaceAll('\\', '/') : path;
  return /^[a-z]:\//iu.test(slashed) ? slashed.toLowerCase() : slashed;
}

/** Of a file's URI. What a fork on a virtual file system records is the URI's path. */
export function uriKey(uri: string): string {
  const parts = /^[^:/?#]+:(?:\/\/([^/?#]*))?([^?#]*)/u.exec(uri);
  const [, host = '', raw = ''] = parts ?? [];
  const path = decoded(raw).replace(/^\/(?=[a-z]:\/)/iu, '');
  return pathKey(host !== '' && uri.startsWith('file:') ? `//${host}${path}` : path);
}

/** The last part of a path. */
export function nameOfPath(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
