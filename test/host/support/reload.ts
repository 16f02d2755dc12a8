/**
 * Tests of what survives a reload of VS Code's window. The window is reloaded once, after all tests; then the files
 * named `*.reload.test.ts` are loaded again in the new extension host, over the same workspace and stored state.
 *
 *     beforeReload('opens a page', async () => { … });   // runs last before the reload
 *     afterReload('the page is back', async () => { … });
 */
export type Body = (this: Mocha.Context) => Promise<void>;

/** `done` is set by run.ts before it loads the files; `wanted` when a test ran that prepares for the reload. */
export const reloading = { done: false, wanted: false };

export function beforeReload(title: string, body: Body): void {
  if (reloading.done) return;
  it(title, async function () {
    reloading.wanted = true;
    await body.call(this);
  });
}

export function afterReload(title: string, body: Body): void {
  if (reloading.done) it(title, body);
}
