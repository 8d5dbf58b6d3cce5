import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// An odd time zone: nothing may depend on the machine's (guide: tests). TEST_TZ=UTC npx vitest run tries another.
process.env.TZ = process.env.TEST_TZ ?? 'Pacific/Kiritimati';

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['tests/{shared,server,http,faults,fuzz,load}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/setup.ts', 'tests/support/client-setup.ts'],
          include: ['tests/client/**/*.test.tsx'],
          // It imports its own folders, which Node does not resolve.
          server: { deps: { inline: [/@atlaskit\//] } },
        },
      },
    ],
  },
});
