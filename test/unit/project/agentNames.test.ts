import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../..');

/** Agents and their formats. `cursor` is missing: it is a word of CSS and of editors. */
const NAMES = [
  ...['tiny-pi', 'pi', 'pi-v1', 'pi-v2', 'pi-v3', 'oh-my-pi', 'omp', 'openclaw', 'clawdbot'],
  ...[
    'claude',
    'claude-code',
    'codex',
    'gemini',
    'gemini-cli',
    'qwen',
    'qwen-code',
    'kimi',
    'kimi-code',
    'vibe',
  ],
  ...[
    'copilot',
    'copilot-cli',
    'copilot-events',
    'codebuddy',
    'workbuddy',
    'factory-droid',
    'droid',
    'openhands',
    'opencode',
  ],
  ...['aider', 'cline', 'goose', 'amp', 'atif', 'mini-agent', 'lab06', 's09'],
];
const NAME = new RegExp(`(?<![\\w&-])(${NAMES.join('|')})(?![\\w-])`, 'i');

/** The string literals and template parts of a file that name an agent, as `file:line literal`. */
function namesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const isImport = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
    if (isText && !isImport && NAME.test(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

describe('agents by name', function () {
  this.timeout(60_000);
  it('finds names in literals, not in comments, words or imports', () => {
    const text =
      `import '../formats/pi.ts'; // pi\nconst a = 'pi-v3', b = \`a \${a} Claude\`, c = "Codex";\n` +
      `const d = 'pick', e = 'copy', f = \`pip\${a}\`;`;
    assert.deepEqual(
      namesIn('x.ts', text).map((found) => found.split(' ')[0]),
      ['x.ts:2', 'x.ts:2', 'x.ts:2'],
    );
  });

  it('occur in src/formats only', () => {
    const files = globSync(['src/**/*.ts', 'media/**/*.ts'], { cwd: root });
    const others = files.filter((file) => !file.startsWith('src/formats/'));
    assert.ok(others.length > 10, 'the search found the sources');
    assert.deepEqual(
      others.flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8'))),
      [],
    );
  });
});
