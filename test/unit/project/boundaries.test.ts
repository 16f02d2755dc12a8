import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { MAX_DEPTH } from '../../../scripts/lint/boundaries.mjs';

const root = join(import.meta.dirname, '../../..');

/** Lints as if `code` stood in `file`; answers the rules that fired. Typed rules are left out: there is no such file. */
async function rulesFor(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  return [...new Set(result?.messages.map((message) => message.ruleId ?? message.message))];
}

let eslint: ESLint;

const IMPORTS = 'no-restricted-imports';
const GLOBALS = 'no-restricted-globals';
const SYNTAX = 'no-restricted-syntax';

/** Where, what, and the rule that must fire, or null where it is allowed. */
const CASES: readonly (readonly [file: string, code: string, rule: string | null])[] = [
  ['src/core/x.ts', `import 'vscode';`, IMPORTS],
  ['src/core/x.ts', `import 'node:fs';`, IMPORTS],
  ['src/core/x.ts', `import 'fs/promises';`, IMPORTS],
  ['src/core/x.ts', `import 'marked';`, IMPORTS],
  ['src/core/x.ts', `import '../scan/x.ts';`, IMPORTS],
  ['src/core/x.ts', `import type { A } from '../formats/x.ts'; export type B = A;`, IMPORTS],
  ['src/core/x.ts', `export * from '../store/x.ts';`, IMPORTS],
  ['src/core/x.ts', `import '../sessions/x.ts';`, IMPORTS],
  ['src/core/x.ts', `import '../protocol.ts';`, IMPORTS],
  ['src/core/x.ts', `import '../../media/x.ts';`, IMPORTS],
  ['src/core/x.ts', `void import('../scan/x.ts');`, SYNTAX],
  ['src/core/x.ts', `process.exit();`, GLOBALS],
  ['src/core/x.ts', `document.title = '';`, GLOBALS],
  ['src/core/x.ts', `window.close();`, GLOBALS],
  ['src/core/deep/x.ts', `import '../../scan/x.ts';`, IMPORTS],
  ['src/core/deep/er/x.ts', `import 'vscode';`, IMPORTS],
  ['src/core/deep/x.ts', `import '../fork/x.ts';`, null],
  ['src/core/x.ts', `import './deep/x.ts';`, null],
  ['src/scan/x.ts', `import 'vscode';`, IMPORTS],
  ['src/scan/x.ts', `import 'node:buffer';`, IMPORTS],
  ['src/scan/x.ts', `import '../formats/x.ts';`, IMPORTS],
  ['src/scan/x.ts', `import '../library/x.ts';`, IMPORTS],
  ['src/scan/x.ts', `Buffer.alloc(1);`, GLOBALS],
  ['src/scan/x.ts', `import '../core/x.ts';`, null],
  ['src/formats/x.ts', `import '../store/x.ts';`, IMPORTS],
  ['src/formats/x.ts', `import '../sessions/x.ts';`, IMPORTS],
  ['src/formats/x.ts', `import 'node:path';`, IMPORTS],
  ['src/formats/x.ts', `process.cwd();`, GLOBALS],
  ['src/formats/pi/x.ts', `import '../../core/x.ts'; import '../../scan/x.ts';`, null],
  ['src/store/x.ts', `import 'vscode';`, IMPORTS],
  ['src/store/x.ts', `import '../sessions/x.ts';`, IMPORTS],
  ['src/store/x.ts', `import '../ui/x.ts';`, IMPORTS],
  ['src/store/x.ts', `import 'node:fs'; import '../formats/x.ts';`, null],
  ['src/sessions/x.ts', `import 'vscode';`, IMPORTS],
  ['src/sessions/x.ts', `import 'node:fs';`, IMPORTS],
  ['src/sessions/x.ts', `import '../tree/x.ts';`, IMPORTS],
  ['src/sessions/x.ts', `import '../store/x.ts';`, IMPORTS],
  ['src/sessions/x.ts', `process.cwd();`, GLOBALS],
  ['src/sessions/x.ts', `import '../formats/x.ts';`, null],
  ['src/worker/x.ts', `import 'vscode';`, IMPORTS],
  ['src/worker/x.ts', `import '../ui/x.ts';`, IMPORTS],
  [
    'src/worker/x.ts',
    `import 'node:worker_threads'; import '../sessions/x.ts'; import '../store/x.ts';`,
    null,
  ],
  ['src/sessions/x.ts', `import '../worker/x.ts';`, IMPORTS],
  ['src/ui/x.ts', `import '../tree/x.ts';`, IMPORTS],
  ['src/ui/x.ts', `import 'vscode'; import '../sessions/x.ts';`, null],
  ...['tree', 'conversation', 'problems', 'fork', 'library'].flatMap(
    (feature, index, all): [string, string, string | null][] => [
      [`src/${feature}/x.ts`, `import '../${all[(index + 1) % all.length] ?? ''}/x.ts';`, IMPORTS],
      [`src/${feature}/x.ts`, `import '../extension.ts';`, IMPORTS],
      [`src/${feature}/x.ts`, `import 'vscode'; import '../ui/x.ts'; import '../sessions/x.ts';`, null],
    ],
  ),
  ['src/ui/x.ts', `void import('../tree/x.ts');`, SYNTAX],
  ['src/ui/x.ts', `void import('../sessions/x.ts');`, null],
  ['src/store/x.ts', `void import('vscode');`, SYNTAX],
  ['src/tree/x.ts', `void import('../fork/x.ts');`, SYNTAX],
  ['src/tree/x.ts', `void import('../start.ts');`, SYNTAX],
  ['src/tree/x.ts', `import '../webExtension.ts';`, IMPORTS],
  ['src/tree/x.ts', `void import('./y.ts'); void import('../core/x.ts');`, null],
  ['src/extension.ts', `import 'vscode'; import './tree/x.ts'; import './ui/x.ts';`, null],
  ['src/protocol.ts', `import 'vscode';`, IMPORTS],
  ['src/protocol.ts', `import './sessions/x.ts';`, IMPORTS],
  ['src/protocol.ts', `import './core/x.ts';`, null],
  ['src/api.ts', `import 'vscode';`, IMPORTS],
  ['src/api.ts', `export * from './tree/x.ts';`, IMPORTS],
  ['src/api.ts', `export * from './store/x.ts';`, null],
  ['media/x.ts', `import 'vscode';`, IMPORTS],
  ['media/x.ts', `import 'node:fs';`, IMPORTS],
  ['media/x.ts', `import '../src/sessions/x.ts';`, IMPORTS],
  ['media/deep/x.ts', `import '../../src/ui/x.ts';`, IMPORTS],
  ['media/x.ts', `import '../src/protocol.ts'; import '../src/core/x.ts'; import 'marked';`, null],
  ['media/x.ts', `document.body.innerHTML = '';`, SYNTAX],
  ['media/x.ts', `document.body['outerHTML'] = '';`, SYNTAX],
  ['media/x.ts', `document.body.insertAdjacentHTML('beforeend', '');`, SYNTAX],
  ['media/x.ts', `document.write('');`, SYNTAX],
  ['media/x.ts', `new DOMParser();`, SYNTAX],
  ['media/x.ts', `document.body.textContent = '';`, null],
];

describe('import boundaries', function () {
  this.timeout(60_000);

  before(() => {
    eslint = new ESLint({
      cwd: root,
      // The snippets are no files of the project, so that rules which ask the type checker cannot run on them.
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) => [IMPORTS, GLOBALS, SYNTAX].includes(ruleId),
    });
  });

  for (const [file, code, rule] of CASES) {
    it(`${file}: ${code} ${rule ? 'is refused' : 'is allowed'}`, async () => {
      assert.deepEqual(await rulesFor(file, code), rule ? [rule] : []);
    });
  }

  it('every folder of src is within the depth that the rules know', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const deep = files.filter((file) => file.endsWith('.ts') && file.split('/').length > MAX_DEPTH + 1);
    assert.deepEqual(deep, []);
  });
});
