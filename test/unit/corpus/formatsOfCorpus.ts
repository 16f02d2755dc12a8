/** The formats of a folder's files. */
export interface FolderFormats {
  /** What most of them are; null for files that are no sessions of any agent's. */
  readonly format: string | null;
  /** Files, by a part of their path, that are something else. */
  readonly but?: readonly (readonly [RegExp, string | null])[];
}

/**
 * What every file of the corpus is, as its README and formats/others.md §0 and §9 say it: not what the product makes of
 * it. Null means that no known format fits.
 */
export const FORMATS_OF_CORPUS: Readonly<Record<string, FolderFormats>> = {
  pi: { format: 'pi-v3' },
  openclaw: { format: 'pi-v3' },
};
