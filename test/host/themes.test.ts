import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Theme, ThemeName } from '../support/themes.ts';
import { bridge } from './support/bridge.ts';

/**
 * The page's tests run outside VS Code with its themes' variables from test/page/themes. Here they are compared with
 * the real ones. `SESSION_TREE_UPDATE=1 npm run test:host -- -g "stored themes"` writes them anew.
 */
const IDS: Readonly<Record<ThemeName, string>> = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  'hc-black': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

/** Runs inside the webview. Variables that tell the machine's fonts are left out: they are not the theme's. */
const READ = `
  const { style } = element;
  const names = [...style].filter((name) => name.startsWith('--')).sort();
  const { body } = element.ownerDocument;
  return {
    id: body.dataset.vscodeThemeId,
    kind: body.dataset.vscodeThemeKind,
    bodyClass: [...body.classList].filter((name) => /^vscode-(light|dark|high-contrast)/.test(name)).sort().join(' '),
    variables: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
    defaultStyles: element.ownerDocument.getElementById('_defaultStyles').textContent,
  };`;

function configure(theme: string | undefined): Thenable<void> {
  return vscode.workspace
    .getConfiguration('workbench')
    .update('colorTheme', theme, vscode.ConfigurationTarget.Workspace);
}

async function readTheme(id: string): Promise<Theme> {
  for (let tries = 0; ; tries += 1) {
    const theme = await bridge.webview.evaluate<Theme>('html', READ);
    if (theme.id === id) return theme;
    if (tries === 50) throw new Error(`VS Code shows the theme ${theme.id}, not ${id}`);
    await sleep(100);
  }
}

describe('the stored themes', () => {
  let panel: vscode.WebviewPanel;

  before(async function () {
    bridge.skipWithout(this);
    panel = vscode.window.createWebviewPanel('themes', 'Themes', vscode.ViewColumn.One);
    panel.webview.html = '<!DOCTYPE html><html lang="en"><title>t</title><p>t</p></html>';
    await bridge.webview.waitFor('p');
  });

  after(async () => {
    panel?.dispose();
    await configure(undefined);
  });

  for (const [name, id] of Object.entries(IDS)) {
    it(`${name} is VS Code's ${id}`, async () => {
      await configure(id);
      const theme = await readTheme(id);
      const file = join(__dirname, `../test/page/themes/${name}.json`);
      if (process.env['SESSION_TREE_UPDATE']) writeFileSync(file, `${JSON.stringify(theme, null, 2)}\n`);
      assert.deepEqual(theme, JSON.parse(readFileSync(file, 'utf8')));
    });
  }
});
