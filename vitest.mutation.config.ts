import { defineConfig } from 'vitest/config';

process.env.TZ = 'Pacific/Kiritimati';

// The tests of the rules alone, for `npm run test:mutation`.
export default defineConfig({
  test: {
    setupFiles: ['tests/support/setup.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    include: ['tests/shared/**/*.test.ts'],
    exclude: ['tests/shared/route-plan.test.ts'],
  },
});
