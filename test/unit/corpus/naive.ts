/** What a naive reader finds in a file of Pi's: readFile, split, JSON.parse, objects in a Map. The product's oracle. */
export interface NaiveReading {
  readonly lines: number;
  readonly badLines: readonly number[];
  readonly header: NaiveRecord | undefined;
  readonly entries: readonly NaiveRecord[];
  readonly roots: readonly string[];
  readonly leaves: readonly string[];
  readonly forks: ReadonlyMap<string, readonly string[]>;
  readonly defaultLeaf: string | undefined;
}

interface NaiveRecord {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly version?: number;
}

const CONVERSATION = ['message', 'custom_message', 'compaction', 'branch_summary'];

export function readNaively(text: string): NaiveReading {
  const lines = text.split('\n');
  lines.pop();
  const badLines: number[] = [];
  const entries: NaiveRecord[] = [];
  let header: NaiveRecord | undefined;
  lines.forEach((line, index) => {
    let record: NaiveRecord;
    try {
      record = JSON.parse(line) as NaiveRecord;
    } catch {
      badLines.push(index + 1);
      return;
    }
    if (record.type === 'session') header ??= record;
    else if (header?.version === undefined) {
      entries.push({ ...record, id: `L${index + 1}`, parentId: entries.at(-1)?.id ?? null });
    } else if (record.id !== undefined) entries.push(record);
  });
  return { lines: lines.length, badLines, header, entries, ...links(entries, header?.id) };
}

function links(
  entries: readonly NaiveRecord[],
  headerId: string | undefined,
): Pick<NaiveReading, 'roots' | 'leaves' | 'forks' | 'defaultLeaf'> {
  const children = new Map<string, string[]>(entries.map(({ id }) => [id, []]));
  const roots: string[] = [];
  for (const { id, parentId } of entries) {
    const siblings = parentId === null || parentId === headerId ? undefined : children.get(parentId);
    if (siblings) siblings.push(id);
    else roots.push(id);
  }
  return {
    roots,
    leaves: entries.map(({ id }) => id).filter((id) => children.get(id)?.length === 0),
    forks: new Map([...children].filter(([, list]) => list.length > 1)),
    defaultLeaf: entries.findLast(({ type }) => CONVERSATION.includes(type))?.id,
  };
}
