import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename } from 'node:path';

let map: SourceMap | undefined;

/**
 * Names the test's own file and line in a stack. VS Code makes stacks itself in the extension host, so that Node's
 * source maps do not reach them.
 */
export function mapStack(stack: string): string {
  map ??= new SourceMap(JSON.parse(readFileSync(`${__filename}.map`, 'utf8')) as SourceMap['payload']);
  const pattern = new RegExp(`[^\\s(]*${basename(__filename)}:(\\d+):(\\d+)`, 'g');
  return stack.replaceAll(pattern, (place, line: string, column: string) => {
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const file = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
