/** A run of bytes in a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** One read that serves several ranges: `members` are their indices in the list that was asked for. */
export interface Span extends ByteRange {
  readonly members: readonly number[];
}

/** Ranges nearer to each other than this are read in one go: cheaper than two reads (measured, perf.md 3.6). */
const GAP_BYTES = 64 * 1024;
/** A span stops growing here, so that asking for a whole file's records does not put the file into memory. */
const SPAN_BYTES = 4 * 1024 * 1024;

/** The reads that serve `ranges`, in the order of the file; a range larger than a span is a span of its own. */
export function spans(ranges: readonly ByteRange[]): readonly Span[] {
  const order = ranges.map((range, index) => ({ ...range, index }));
  order.sort((a, b) => a.offset - b.offset);
  const result: { offset: number; length: number; members: number[] }[] = [];
  for (const { offset, length, index } of order) {
    const last = result.at(-1);
    const end = offset + length;
    const isWithin = last !== undefined && end <= last.offset + last.length;
    if (last && isWithin) last.members.push(index);
    else if (last && offset - (last.offset + last.length) < GAP_BYTES && end - last.offset <= SPAN_BYTES) {
      last.length = Math.max(last.length, end - last.offset);
      last.members.push(index);
    } else {
      result.push({ offset, length, members: [index] });
    }
  }
  return result;
}
