// Builds the extension and opens it in VS Code on a folder.
//   npm start [-- folder] [--port 8080]
// In desktop VS Code where that is installed or can be downloaded, else in VS Code's server from npm, whose address is
// printed. SESSION_TREE_HOST=npm takes the server in any case.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../esbuild.mjs';
import { downloadDesktop, findCode } from './host/desktop.mjs';
import { startServer } from './host/server.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string' } },
  });
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${values.port} is no port`);
  // npm runs scripts in the repository; people name folders from where they are.
  const from = process.env.INIT_CWD || process.cwd();
  const folder = positionals[0] === undefined ? join(root, 'samples') : resolve(from, positionals[0]);
  if (!isFolder(folder)) throw new Error(`${folder} is no folder`);
  return { folder, port };
}

/** Desktop VS Code with a profile of its own in the cache of the repository, or the person's own (`code`). */
async function startDesktop(folder) {
  const code = findCode();
  const executable = code ?? (await downloadDesktop());
  if (!executable) return false;
  const profile = code
    ? []
    : [`--user-data-dir=${join(root, '.cache/user-data')}`, '--disable-workspace-trust'];
  const args = ['--new-window', `--extensionDevelopmentPath=${root}`, ...profile, folder];
  console.log(`Opening VS Code (${executable}) on ${folder}`);
  const shell = process.platform === 'win32';
  const child = spawn(shell ? `"${executable}"` : executable, args, { stdio: 'inherit', shell });
  process.exitCode = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status) => done(status ?? 1));
  });
  return true;
}

async function startInBrowser(folder, port) {
  const server = await startServer({ port });
  let stopping = false;
  const stop = (why, code) => {
    if (stopping) return; // npm passes on the Ctrl+C that the terminal has sent already
    stopping = true;
    console.log(why);
    void server.stop().then(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => stop('\nStopping VS Code.', 0));
  server.child.once('exit', () => stop("VS Code's server has ended.", 1));
  console.log(`
VS Code with Session Tree runs on ${folder}. Open this address in a browser:

    ${server.address({ folder, extension: root })}

Ctrl+C ends it.`);
}

ensureNode24();
try {
  const { folder, port } = readArguments();
  const { bytes } = await build();
  console.log(`Built the extension (${bytes} bytes).`);
  if (!(await startDesktop(folder))) await startInBrowser(folder, port);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
