'use strict';

// npm test: no install, no build. Types are checked by tsc in `npm run check`, so here files are only stripped of them.

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      'ts-jest',
      {
        diagnostics: false,
        tsconfig: {
          module: 'CommonJS',
          moduleResolution: 'node10',
          target: 'ES2022',
          esModuleInterop: true,
          resolveJsonModule: true,
          isolatedModules: true,
          inlineSourceMap: true,
        },
      },
    ],
  },
  maxWorkers: 3,
  // of test.concurrent within a file: pods that mostly wait
  maxConcurrency: 8,
  testTimeout: 30_000,
};
