import js from '@eslint/js';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';
import { boundaries } from './scripts/lint/boundaries.mjs';

const TYPESCRIPT = ['src/**/*.ts', 'media/**/*.ts', 'test/**/*.ts'];
const counting = { skipBlankLines: true, skipComments: true };

/** What Node gives to the plain scripts. */
const NODE_GLOBALS = [
  ...[
    'process',
    'console',
    'Buffer',
    'URL',
    'URLSearchParams',
    'TextDecoder',
    'TextEncoder',
    'AbortSignal',
    'fetch',
  ],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'require', 'exports'],
];

/** Strings that become markup: the page builds nodes instead (design: Safety). */
const HTML_SINKS =
  '/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseHTMLUnsafe|srcdoc)$/';
const NO_HTML_STRINGS = [
  {
    selector: `MemberExpression > :matches(Identifier.property[name=${HTML_SINKS}], Literal.property[value=${HTML_SINKS}])`,
    message: 'No HTML strings in the page: build nodes.',
  },
  {
    selector: 'MemberExpression[object.name="document"] > Identifier.property[name=/^(write|writeln)$/]',
    message: 'No HTML strings in the page: build nodes.',
  },
  {
    selector: 'NewExpression[callee.name="DOMParser"]',
    message: 'No HTML strings in the page: build nodes.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'dist/',
      'dist-test/',
      'samples/',
      'test/fixtures/',
      '.cache/',
      '.vscode-test/',
    ],
  },
  js.configs.recommended,
  {
    plugins: { local: { rules: { 'long-file': builtinRules.get('max-lines') } } },
    rules: {
      'local/long-file': ['warn', { max: 300, ...counting }],
      'max-lines': ['error', { max: 400, ...counting }],
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['*.mjs', 'scripts/**/*.mjs', 'test/**/*.{mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.strict],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'media/tsconfig.json', 'test/page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-control-regex': 'off', // Transcripts hold control characters; finding them is on purpose.
      'no-undef': 'off', // TypeScript knows better.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-deprecated': 'warn',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'media/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 60, ...counting }] },
  },
  ...boundaries(),
  {
    files: ['media/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_HTML_STRINGS] },
  },
);
