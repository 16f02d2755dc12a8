import type { Metafile, Plugin } from 'esbuild';
export function commonJsChunks(options: { readonly production: boolean }): Plugin;
export function loadedWith(metafile: Metafile, entry: string): string[];
