import assert from 'node:assert/strict';
import { globTest } from '../../../src/library/globMatch.ts';
import { anyOf } from '../../../src/library/globs.ts';
import { walkFolders } from '../../../src/library/walkFolders.ts';

describe('globs of VS Code', () => {
  const check = (glob: string, yes: readonly string[], no: readonly string[]): void => {
    const test = globTest(glob);
    for (const path of yes) assert.ok(test(path), `${glob} matches ${path}`);
    for (const path of no) assert.ok(!test(path), `${glob} does not match ${path}`);
  };

  it('cross folders by two stars only', () => {
    check('**/node_modules', ['node_modules', 'a/b/node_modules'], ['node_modules/x', 'a/my_node_modules']);
    check('**/*.jsonl', ['a.jsonl', 'x/y/a.jsonl'], ['a.json', 'x/a.jsonl/b']);
    check('logs/**', ['logs/a', 'logs/b/c'], ['logs', 'old/logs/a']);
    check('a/**/z', ['a/z', 'a/b/c/z'], ['a/b', 'az']);
    check('*.jsonl', ['a.jsonl'], ['x/a.jsonl']);
    check('a?c', ['abc'], ['ac', 'a/c']);
  });

  it('have sets and alternatives, one in another', () => {
    check('[a-c]x', ['ax', 'cx'], ['dx', '/x']);
    check('[!a]x', ['bx'], ['ax', '/x']);
    check('{a,b/**}', ['a', 'b/c'], ['b', 'c']);
    check('**/{.git,{x,y}z}/**', ['.git/a', 'd/yz/a'], ['z/a']);
    check(anyOf(['**/out', '**/*.tmp']), ['out', 'a/out/b', 'x.tmp'], ['outer', 'x.jsonl']);
  });

  it('take all else as it is written', () => {
    check('a.b+(c)', ['a.b+(c)'], ['axb+(c)', 'a.bb(c)']);
    check('a\\b$^|', ['a\\b$^|'], []);
    check('{open', ['{open'], ['open']);
    check('[open', ['[open'], ['o']);
    check('[z-a]', ['[z-a]'], ['z']);
    check('', [''], ['a']);
    check(`${'{'.repeat(50)}a${'}'.repeat(50)}`, [], ['b']);
  });

  it('leave files and folders out of a walk', async () => {
    const tree: Readonly<Record<string, readonly string[]>> = {
      '/': ['keep/', 'out/', 'a.jsonl', 'b.jsonl'],
      '/keep': ['out/', 'c.jsonl'],
    };
    const asked: string[] = [];
    const walk = await walkFolders(
      '/',
      (path) => {
        asked.push(path);
        const names = tree[path] ?? ['x.jsonl'];
        return Promise.resolve(
          names.map((name) => ({ name: name.replace('/', ''), isFolder: name.endsWith('/') })),
        );
      },
      globTest(anyOf(['**/out', 'b.*'])),
    );
    assert.deepEqual(walk.files, ['/a.jsonl', '/keep/c.jsonl']);
    assert.deepEqual(asked, ['/', '/keep'], 'an excluded folder is not looked into');
  });
});
