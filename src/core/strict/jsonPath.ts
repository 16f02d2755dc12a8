const PLAIN_KEY = /^[A-Za-z_][\w$]*$/;

/**
 * `key` put behind `path`: `message` + `content` is `message.content`, a number makes `[0]`, a key that is no plain
 * word `["odd key"]`. `$`, the whole value, vanishes behind its first key.
 */
export function joinPath(path: string, key: string | number): string {
  const base = path === '$' ? '' : path;
  if (typeof key === 'number') return `${base}[${key}]`;
  if (!PLAIN_KEY.test(key)) return `${base}[${JSON.stringify(key)}]`;
  return base === '' ? key : `${base}.${key}`;
}
