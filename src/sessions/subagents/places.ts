import type { FilePlace } from '../../formats/subagents.ts';

/** Half of a surrogate pair, which no URI can hold. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A URI taken apart at its path. */
interface Parts {
  readonly before: string;
  readonly segments: readonly string[];
  readonly after: string;
}

/** Where the file of a URI lies. Names are decoded. */
export function placeOfUri(uri: string): FilePlace {
  const names = partsOf(uri).segments.map(decode);
  return { folders: names.slice(0, -1).filter((name) => name !== ''), name: names.at(-1) ?? '' };
}

/**
 * The URI of something beside a file: `up` folders above the file's own, and down by names. Spelled as VS Code spells
 * URIs, so that the same file has the same text.
 * @returns undefined where a name is none of a single file or folder (`..`, empty, with a separator)
 */
export function uriBeside(uri: string, up: number, names: readonly string[]): string | undefined {
  if (!names.every(isName)) return undefined;
  const { before, segments, after } = partsOf(uri);
  const end = segments.length - 1 - up;
  if (end < 1 && up > 0) return undefined;
  return `${before}${[...segments.slice(0, end), ...names.map(encode)].join('/')}${after}`;
}

/** Whether a text names one thing in one folder. */
export function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

function partsOf(uri: string): Parts {
  const match = /^([a-z][\w+.-]*:(?:\/\/[^/?#]*)?)([^?#]*)(.*)$/is.exec(uri);
  const [, before = '', path = uri, after = ''] = match ?? [];
  return { before, segments: path.split('/'), after };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function encode(name: string): string {
  const hex = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name.replace(LONE, '\ufffd')).replace(/[!'()*]/g, hex);
}
