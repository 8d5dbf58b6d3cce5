import { defineConfig } from 'vitest/config';

process.env.TZ = 'Pacific/Kiritimati';

const branches = { branches: 95 };

// For `npm run test:coverage`: measures how much of the code for money, bookings and logins the tests reach.
export default defineConfig({
  test: {
    setupFiles: ['tests/support/setup.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: 2,
    isolate: false,
    include: ['tests/{shared,server,http}/**/*.test.ts'],
    // They are about something else, and take long.
    exclude: [
      'tests/server/{process-start,hourly-backups,unused-pictures,database-backup,data-*,automation*,demo,social*,achievements,map}.test.ts',
    ],
    coverage: {
      enabled: true,
      provider: 'v8',
      reporter: ['text'],
      include: [
        'src/shared/{money,money-input,store,store-sums,taxes,order-amounts,offers,cart,invoices,invoices-schemas,booking,booking-schemas,session,session-keys,admins}.ts',
        'src/server/trpc.ts',
        'src/server/http/{app,errors,rest,uploads}.ts',
        'src/server/http/rest/{openapi,table}.ts',
        'src/server/http/requests/{limits,security}.ts',
        'src/server/{session,store,invoices,booking,offers,referrals}/*.ts',
        'src/server/{inventory/service,team/account,dispatch/ownership}.ts',
      ],
      // Each group for itself, so that none hides behind the others; within a group its files count together.
      thresholds: {
        ...branches,
        'src/shared/*.ts': branches,
        'src/server/{trpc,http/**/*}.ts': branches,
        'src/server/session/*.ts': branches,
        'src/server/store/*.ts': branches,
        'src/server/invoices/*.ts': branches,
        'src/server/booking/*.ts': branches,
        'src/server/{offers,referrals}/*.ts': branches,
        'src/server/{inventory/service,team/account,dispatch/ownership}.ts': branches,
      },
    },
  },
});
