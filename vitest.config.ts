import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// An odd time zone, so that no test depends on the machine's. TEST_TZ=UTC npx vitest run tries another.
process.env.TZ = process.env.TEST_TZ ?? 'Pacific/Kiritimati';

/**
 * Faults that start and kill whole servers take minutes: `npm run test:faults` runs all of them, `npm test` one, and those that need no
 * process of their own.
 */
const QUICK_FAULTS = ['kills', 'backup-faults', 'clock-jumps', 'database-faults', 'mail-faults', 'mail-outage'];
const isLong = process.env.LONG === '1';
const faults = isLong ? ['*'] : QUICK_FAULTS;
/** The development server transforms all sources anew, which takes 14 s of the processor's time: `npm run test:fuzz` starts it. */
const LONG_ONLY = ['tests/http/development-server.test.ts'];

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    restoreMocks: true,
    // Far longer than any test takes alone: the browser tests run beside them, and go first.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    // A tenth less of the processor's time each: tests leave much garbage, both cores are busy already, and most functions are called
    // too seldom to be worth optimizing.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', '--interrupt-budget=1000000'],
    // Half of the time of a single file. `npx vitest --clearCache` deletes it.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: [
            'tests/{shared,server,http,fuzz,load}/**/*.test.ts',
            'tests/*.test.ts',
            ...faults.map((name) => `tests/faults/${name}.test.ts`),
          ],
          exclude: isLong ? [] : LONG_ONLY,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          environment: 'jsdom',
          isolate: false,
          // It comes after the files above.
          setupFiles: ['tests/support/client-setup.ts'],
          include: ['tests/client/**/*.test.tsx'],
          // It imports its own folders, which Node does not resolve.
          server: { deps: { inline: [/@atlaskit\//] } },
        },
      },
    ],
  },
});
