const COUNTS = /(?<![\d.,])(\d+)(?: \((\d+) cached\))? in, (\d+) out$/;

/**
 * A text that ends as formats tell tokens (`11048 (5524 cached) in, 12 out`), its numbers as people read them; any other
 * text as it is. Formats do not know whose language it is, so that is done where the text is shown.
 */
export function readableUsage(text: string, number: (value: number) => string): string {
  return text.replace(COUNTS, (_all, input: string, cached: string | undefined, output: string) => {
    const kept = cached === undefined ? '' : ` (${number(Number(cached))} cached)`;
    return `${number(Number(input))}${kept} in, ${number(Number(output))} out`;
  });
}
