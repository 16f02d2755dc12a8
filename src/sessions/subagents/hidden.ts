import { FORMATS } from '../../formats/list.ts';
import type { Format } from '../../formats/format.ts';
import { placeOfUri, uriBeside } from './places.ts';

/** Leaves out files that are, by their places alone, subagents' sessions of others among them: they hang in those. */
export function withoutSubagents(
  uris: readonly string[],
  formats: readonly Pick<Format, 'subagents'>[] = FORMATS,
): readonly string[] {
  const all = new Set(uris);
  const keeping = formats.flatMap(({ subagents }) => subagents ?? []);
  return uris.filter((uri) => {
    const place = placeOfUri(uri);
    return !keeping.some((subagents) => {
      const owner = subagents.owner(place, null);
      const name = typeof owner?.file === 'string' ? owner.file : undefined;
      const main =
        owner && name !== undefined ? uriBeside(uri, owner.up, [...(owner.down ?? []), name]) : undefined;
      return main !== undefined && main !== uri && all.has(main);
    });
  });
}
