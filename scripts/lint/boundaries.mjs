// Who may import whom (design: Layout), as ESLint settings. Dependencies point from the features to sessions to
// formats to core, never back. A folder's list names every other part of src that it may import.
const PURE = ['core', 'scan', 'formats', 'sessions'];
const FEATURES = ['tree', 'conversation', 'problems', 'fork', 'library'];
const FILES = ['protocol', 'api', 'start', 'extension', 'webExtension'];
const PARTS = [...PURE, 'store', 'worker', ...FEATURES, 'ui', ...FILES];

/** @type {Record<string, string[]>} */
const MAY_IMPORT = {
  core: [],
  scan: ['core'],
  formats: ['core', 'scan'],
  store: ['core', 'scan', 'formats'],
  sessions: ['core', 'scan', 'formats'],
  worker: [...PURE, 'store'],
  ui: [...PURE, 'store', 'worker', 'protocol'],
  ...Object.fromEntries(FEATURES.map((name) => [name, [...PURE, 'store', 'ui', 'protocol']])),
};

const BUILTIN =
  '^(assert|async_hooks|buffer|child_process|cluster|crypto|dns|events|fs|http|http2|https|module|net|os|path|' +
  'perf_hooks|process|readline|stream|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(/|$)';
const NODE = { regex: `^node:|${BUILTIN}`, message: 'No Node here: only src/store and the features may.' };
const VSCODE = {
  regex: '^vscode(/|$)',
  message: 'Only the feature folders, src/ui and the entries know vscode.',
};
const PACKAGE = { regex: '^[^.]', message: 'Pure code imports nothing from outside the project.' };
const PAGE = {
  regex: '^(\\.\\./)+src/(?!protocol\\.ts$|core/)',
  message: 'The page may import src/protocol.ts and src/core.',
};
const GLOBALS = ['process', 'Buffer', 'window', 'document', 'require', '__dirname', '__filename'];
const NO_DYNAMIC = [
  {
    selector: 'ImportExpression',
    message: 'Static imports only: what is loaded later is for those above to say.',
  },
];

/** Nested deeper than this, a file of src is refused by the unit test of the boundaries. */
export const MAX_DEPTH = 3;

/**
 * Every part of src but `allowed`, as one pattern over the relative import paths of files that stand `depth` folders
 * below src. The depth keeps `../fork/x.ts` inside a folder apart from the part `fork`.
 */
function forbid(name, allowed, depth) {
  const others = PARTS.filter((part) => part !== name && !allowed.includes(part));
  const targets = others.map((part) => (FILES.includes(part) ? `${part}\\.ts$` : `${part}/`));
  const up = depth === 0 ? '\\./' : '\\.\\./'.repeat(depth);
  const wanted = allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no other part of src';
  return {
    regex: `^(${up}(${targets.join('|')})|(\\.\\./){${depth + 1}}media/)`,
    message: `src/${name} may import ${wanted}.`,
  };
}

/** What is loaded later by `import()` is held by the same patterns. */
function dynamic({ regex, message }) {
  return { selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`, message };
}

/** @param {string} files @param {{ regex: string, message: string }[]} patterns @param {boolean} pure */
function rule(files, patterns, pure) {
  const rules = {
    'no-restricted-imports': ['error', { patterns }],
    'no-restricted-syntax': ['error', ...(pure ? NO_DYNAMIC : patterns.map(dynamic))],
  };
  if (pure) rules['no-restricted-globals'] = ['error', ...GLOBALS];
  return { files: [files], rules };
}

export function boundaries() {
  const folders = Object.entries(MAY_IMPORT).flatMap(([name, allowed]) => {
    const pure = PURE.includes(name);
    const outside = pure ? [VSCODE, NODE, PACKAGE] : name === 'store' || name === 'worker' ? [VSCODE] : [];
    return Array.from({ length: MAX_DEPTH }, (_, below) =>
      rule(`src/${name}/${'*/'.repeat(below)}*.ts`, [...outside, forbid(name, allowed, below + 1)], pure),
    );
  });
  return [
    ...folders,
    rule('src/protocol.ts', [VSCODE, NODE, PACKAGE, forbid('protocol', ['core'], 0)], false),
    rule('src/api.ts', [VSCODE, forbid('api', [...PURE, 'store'], 0)], false),
    rule('media/**/*.ts', [VSCODE, NODE, PAGE], false),
  ];
}
