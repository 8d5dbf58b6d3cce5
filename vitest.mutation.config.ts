import { defineConfig } from 'vitest/config';

process.env.TZ = 'Pacific/Kiritimati';

// The tests that `npm run test:mutation` and `npm run test:guards` choose from.
export default defineConfig({
  test: {
    setupFiles: ['tests/support/setup.ts'],
    restoreMocks: true,
    // Code that Stryker has prepared runs slower.
    testTimeout: 120_000,
    isolate: false,
    include: ['tests/{shared,server,http}/**/*.test.ts', 'tests/faults/mail-faults.test.ts'],
    // They start processes, copy databases or measure plans, which takes long and checks no guard.
    exclude: [
      'tests/shared/route-plan.test.ts',
      'tests/server/{process-start,environment,data-backup,database-backup,hourly-backups,unused-pictures,demo,*-plans*,money-growth}.test.ts',
      'tests/server/migrations.test.ts',
      'tests/http/development-server.test.ts',
    ],
  },
});
