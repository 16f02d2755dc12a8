import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Contribution {
  readonly command: string;
  readonly title?: string;
  readonly when?: string;
}
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly commands: readonly Contribution[];
    readonly menus: Readonly<Record<string, readonly Contribution[]>>;
    readonly keybindings: readonly Contribution[];
    readonly viewsWelcome: readonly { readonly contents: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const text = read('package.json');
const manifest = JSON.parse(text) as Manifest;
const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const { commands, menus, keybindings, configuration } = manifest.contributes;
const declared = new Set(commands.map(({ command }) => command));

describe('manifest', () => {
  it('welcomes in plain text: VS Code renders links there and nothing else', () => {
    for (const [key, value] of Object.entries(words))
      if (key.startsWith('welcome.')) assert.doesNotMatch(value, /[`*]/, key);
  });

  it('lets no workspace that is not trusted name folders to look into', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code heeds the list only where the support is called limited.
    assert.equal(supported, 'limited');
    assert.deepEqual([...restrictedConfigurations].sort(), [
      'sessionTree.agents.roots',
      'sessionTree.files.include',
    ]);
    for (const key of restrictedConfigurations) assert.ok(Object.hasOwn(configuration.properties, key), key);
  });

  it('has words for every key, and a key for every word', () => {
    const used = new Set([...text.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it('puts only declared commands into menus, keys and the welcome text', () => {
    const used = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    const linked = Object.values(words).flatMap((value) => [
      ...value.matchAll(/\(command:(sessionTree\.\w+)/g),
    ]);
    for (const command of [...used, ...linked.map(([, name]) => name as string)]) {
      assert.ok(declared.has(command), command);
    }
  });

  it('declares each command once, with a title', () => {
    assert.equal(declared.size, commands.length);
    for (const { command, title } of commands)
      assert.equal(title, `%command.${command.replace('sessionTree.', '')}%`);
  });

  it('takes keys only while its own view or page has the focus', () => {
    for (const { command, when } of keybindings)
      assert.match(when ?? '', /sessionTree\.|SessionTree/, command);
  });

  it('is activated early by nothing but a page that comes back', () => {
    assert.deepEqual(manifest.activationEvents, ['onWebviewPanel:sessionTree.conversation']);
  });

  it('keeps its settings to itself', () => {
    for (const name of Object.keys(configuration.properties)) assert.match(name, /^sessionTree\./);
  });
});
