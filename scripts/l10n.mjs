// Gathers the texts that VS Code translates into l10n/bundle.l10n.json, which translators copy.
//   npm run l10n
// Texts stand as literals in calls of `t(…)` (l10n.t, or an injected Translate), and in the table of the page's words.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { PAGE_STRINGS } from '../src/core/conversation/strings.ts';
import { root } from './lib/paths.mjs';

export const BUNDLE = join(root, 'l10n/bundle.l10n.json');

/** Calls whose text is no literal: the page's words, which are taken from their table, and what is injected. */
const TABLES = ['src/conversation/words.ts'];

/**
 * Every call of `t(…)` in the sources: where it stands, its text (undefined where that is no literal), the number of
 * its values (undefined where they are spread).
 */
export function calls() {
  const found = [];
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node) => {
      if (ts.isCallExpression(node) && isTranslate(node.expression)) found.push(callOf(node, file, source));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function isTranslate(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 't';
}

function callOf({ arguments: [first, ...values] }, file, source) {
  const { line } = source.getLineAndCharacterOfPosition(first?.getStart() ?? 0);
  return {
    place: `${file}:${line + 1}`,
    text: first && ts.isStringLiteralLike(first) ? first.text : undefined,
    values: values.some(ts.isSpreadElement) ? undefined : values.length,
    isTable: TABLES.includes(file),
  };
}

/** The bundle as it should be: each text is its own key. */
export function bundle() {
  const texts = [...calls().flatMap(({ text }) => text ?? []), ...Object.values(PAGE_STRINGS)];
  return Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const texts = bundle();
  mkdirSync(dirname(BUNDLE), { recursive: true });
  writeFileSync(BUNDLE, `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`l10n/bundle.l10n.json, ${Object.keys(texts).length} texts`);
}
