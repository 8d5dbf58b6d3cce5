import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { OWNER } from './tests/browser/owner';

/** The headless shell does the same with a third less of the processor's time. */
const systemChromium = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);
/** Each project has a server and a database of its own, so that they can run side by side. */
const PORT = 4173;
const dataDir = (index: number) => `node_modules/.cache/tidyline-${index}`;
const origin = (index: number) => `http://127.0.0.1:${PORT + index}`;

/**
 * `npm test` runs the main journeys, each in the window its tag names; with BROWSER=all (`npm run test:browser`) every one
 * runs in both.
 */
const main = (tag: RegExp) => (process.env.BROWSER === 'all' ? {} : { grep: tag });

export default defineConfig({
  testDir: 'tests/browser',
  fullyParallel: false,
  // Three on two processors come closer to their time limits and save no time.
  workers: 2,
  timeout: 45_000,
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    locale: 'en-CA',
    timezoneId: 'Asia/Kolkata',
    // It costs every page a third of its time; `--trace retain-on-failure` on the command line turns it on.
    trace: 'off',
    // The worker keeps all public pages' files, which only the tests of it need.
    serviceWorkers: 'block',
    launchOptions: {
      ...(systemChromium && { executablePath: systemChromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No process of its own for graphics, and one for all pages: a tenth less of the processor's time.
        '--in-process-gpu',
        '--renderer-process-limit=1',
      ],
    },
  },
  projects: [
    // The phone's have the longest files, which would else run alone in the end.
    {
      name: 'phone',
      testIgnore: '**/restart.test.ts',
      ...main(/@phone/),
      use: { baseURL: origin(1), viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', ...main(/@desktop/), use: { baseURL: origin(0), viewport: { width: 1280, height: 900 } } },
  ],
  webServer: [0, 1].map((index) => ({
    command: `rm -rf ${dataDir(index)} && exec node dist/server/main.js`,
    url: `${origin(index)}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: String(PORT + index),
      DATA_DIR: dataDir(index),
      ADMIN_USERNAME: OWNER.username,
      ADMIN_PASSWORD: OWNER.password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  })),
});
