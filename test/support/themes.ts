import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** VS Code's own themes, as a webview sees them. Written by test/host/themes.test.ts. */
export const THEME_NAMES = ['light', 'dark', 'hc-black', 'hc-light'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export interface Theme {
  /** `workbench.colorTheme`. */
  readonly id: string;
  /** `vscode-dark` and the like. */
  readonly kind: string;
  readonly bodyClass: string;
  /** `--vscode-editor-background` and the like, as on the root element. */
  readonly variables: Readonly<Record<string, string>>;
  /** The style sheet that VS Code puts into every webview. */
  readonly defaultStyles: string;
}

export function readTheme(name: ThemeName): Theme {
  const file = fileURLToPath(new URL(`../page/themes/${name}.json`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')) as Theme;
}
