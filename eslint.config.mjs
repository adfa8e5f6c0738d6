import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The import direction of ARCHITECTURE.md: what each folder of src/ may import from src/, besides itself.
// A folder that is missing here is refused, so that a new one gets its place on purpose.
const mayImport = {
  protocol: [],
  pool: ['protocol'],
  lease: ['pool/pool.ts', 'protocol'], // the pool's interface only: no flow knows the kinds of pool
  settings: ['protocol'],
  platform: ['protocol'],
  init: ['pool', 'protocol'],
  commands: ['settings', 'init', 'platform', 'lease', 'pool', 'protocol'],
  actions: ['commands', 'settings', 'platform', 'lease', 'pool', 'protocol'],
  cli: ['commands', 'settings', 'lease/run.ts', 'pool/pool.ts', 'protocol'],
};
const folders = Object.keys(mayImport);

// The kinds of pool are known to one file; everyone else opens a pool through it.
const poolKinds = ['./src/pool/{directory,ssh}.ts'];
const allButOpen = ['./src/pool/!(open).ts', './src/pool/*/**/*', './src/!(pool)/**/*'];

const importZones = [
  ...folders.map((folder) => ({
    target: `./src/${folder}`,
    from: './src',
    except: [folder, ...mayImport[folder]].map((path) => `./${path}`),
    message: `src/${folder} may import: ${[`src/${folder}`, ...mayImport[folder]].join(', ')}.`,
  })),
  {
    target: allButOpen,
    from: poolKinds,
    message: 'Only src/pool/open.ts knows the kinds of pool: open a pool through it.',
  },
  {
    target: './src',
    from: '.',
    except: ['./src', './node_modules', './package.json'],
    message: 'The product imports nothing from tests, benchmarks or dist.',
  },
  {
    target: './src/protocol',
    from: '.',
    except: ['./src', './node_modules'],
    message: 'src/protocol imports itself and semver.',
  },
];

const noEnvironment = [
  {
    object: 'process',
    property: 'env',
    message: 'Only actions/, cli/ and platform/ read the environment: take the value as an argument.',
  },
  { object: 'globalThis', property: 'process', message: 'Write `process`, so that the rules see it.' },
];
const noEnvironmentImport = {
  group: ['node:process', 'process'],
  message: 'Write `process`, so that the rules see it.',
};

// What would make a decision depend on anything but its arguments.
const impure = [
  ...['Date', 'performance', 'process', 'console', 'crypto', 'Intl'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'],
  ...['globalThis', 'global', 'require', 'module', 'Buffer', '__dirname', '__filename'],
];

export default defineConfig(
  { ignores: ['dist/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: ['**/*.{ts,js,cjs,mjs}'],
    extends: [tseslint.configs.strict],
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // Scripts, configuration and benchmarks run as they are, without a compiler.
    files: ['**/*.{js,cjs}'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
    },
  },

  {
    files: ['src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] }, // no-cycle reads the imported files too
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: importZones, basePath: import.meta.dirname }],
      // A path that does not resolve would pass the zones unseen.
      'import-x/no-unresolved': 'error',
      'import-x/no-cycle': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/bundle.ts', ...folders.map((folder) => `src/${folder}/**`)],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'This folder has no import direction yet: see eslint.config.mjs.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/actions/**', 'src/cli/**', 'src/platform/**', 'src/protocol/**'],
    rules: {
      'no-restricted-properties': ['error', ...noEnvironment],
      'no-restricted-imports': ['error', { patterns: [noEnvironmentImport] }],
    },
  },
  {
    files: ['src/protocol/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // Where a relative path leads is the zones' business.
              regex: '^(?!\\.{1,2}/|semver$|semver/)',
              message: 'src/protocol is pure: it imports itself and semver.',
            },
          ],
        },
      ],
      'no-restricted-globals': [
        'error',
        ...impure.map((name) => ({ name, message: 'src/protocol is pure: take the value as an argument.' })),
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'src/protocol is pure: take the value as an argument.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression', message: 'no-restricted-imports does not see an import like this.' },
        { selector: 'TSImportType', message: 'no-restricted-imports does not see an import like this.' },
      ],
    },
  },

  {
    files: ['__tests__/**/*.ts'],
    plugins: { jest },
    rules: {
      // No test is left out in silence: a focused one leaves out all the others.
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-identical-title': 'error',
      'no-restricted-syntax': [
        'error',
        {
          // As a value too: (isRoot ? it.skip : it)('…').
          selector:
            'MemberExpression[property.name=/^(only|skip|todo|failing)$/]' +
            ':matches([object.name=/^(it|test|describe)$/], [object.object.name=/^(it|test|describe)$/])',
          message: 'A test runs, or it is deleted.',
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off', // a missing value fails the test, which is right
      '@typescript-eslint/require-await': 'off', // a fake answers at once where the real thing waits
    },
  },
);
