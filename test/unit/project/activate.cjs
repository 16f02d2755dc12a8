// Loads and activates the built extension in a process of its own, with a stand-in for VS Code that takes every call.
// Prints what that took and what was read meanwhile, as JSON.  node activate.cjs DIST
const Module = require('node:module');
const fs = require('node:fs');
const path = require('node:path');

const dist = process.argv[2];

/** Anything: called, constructed, asked for properties. */
function anything() {
  return new Proxy(function () {}, {
    get: (_target, key) => {
      if (key === 'then' || key === Symbol.iterator) return undefined;
      return key === Symbol.toPrimitive ? () => '' : anything();
    },
    apply: () => anything(),
    construct: () => anything(),
  });
}

const load = Module._load;
const vscode = anything();
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));

const reads = [];
let isWatching = false;
for (const files of [fs, fs.promises]) {
  for (const [name, run] of Object.entries(files)) {
    if (typeof run !== 'function' || !/^(open|read|stat|lstat|readdir|access|exists|watch)/.test(name))
      continue;
    files[name] = (...args) => {
      if (isWatching) reads.push(`${name} ${String(args[0])}`);
      return run.apply(files, args);
    };
  }
}

const cpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const begin = cpu();
const { activate } = require(path.join(dist, 'extension.cjs'));
const loaded = cpu();
isWatching = true;
activate({
  subscriptions: [],
  asAbsolutePath: (name) => path.join(dist, '..', name),
  storageUri: undefined,
  globalState: { get: (_key, otherwise) => otherwise, update: () => Promise.resolve(), keys: () => [] },
  workspaceState: { get: (_key, otherwise) => otherwise, update: () => Promise.resolve(), keys: () => [] },
  extension: { packageJSON: { version: '1.0.0' } },
  extensionUri: anything(),
  globalStorageUri: anything(),
});
const activated = cpu();
setTimeout(() => {
  const files = Object.keys(require.cache).filter((file) => file.startsWith(dist));
  process.stdout.write(
    JSON.stringify({
      loadMs: loaded - begin,
      activateMs: activated - loaded,
      reads,
      files: files.map((file) => path.relative(dist, file)).sort(),
    }),
  );
  process.exit(0);
}, 200);
