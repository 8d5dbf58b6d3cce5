import { mutateGuardsOnly } from './mutators.mjs';

mutateGuardsOnly();

export default {
  // The left out files are tested by starting processes, or are no part of the running shop.
  mutate: ['src/server/**/*.{ts,tsx}', '!src/server/{cli,dev,env,main}.ts', '!src/server/demo/**'],
  testFiles: ['tests/{server,http,faults}/**/*.test.ts'],
  testRunner: 'vitest',
  tsconfigFile: 'none',
  // No test run checks types; adding @ts-nocheck would parse every file of the project.
  disableTypeChecks: false,
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  incrementalFile: '.stryker/guards.json',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { reportTests: false },
  jsonReporter: { fileName: '.stryker/guards-report.json' },
  ignorePatterns: ['/data', '/dist', '/coverage', '/test-results', '/playwright-report', '/tests/browser'],
  thresholds: { high: 100, low: 100, break: 100 },
  tempDirName: '.stryker/sandbox',
};
