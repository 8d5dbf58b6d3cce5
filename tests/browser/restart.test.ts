import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OWNER } from './owner';
import { expect, logIn, sendQuote, test } from './support';

const PORT = 4175;
const dataDir = mkdtempSync(path.join(tmpdir(), 'tidyline-restart-'));
let server: ChildProcess | undefined;

async function start(): Promise<void> {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, ADMIN_USERNAME: OWNER.username, ADMIN_PASSWORD: OWNER.password };
  server = spawn(process.execPath, ['dist/server/main.js'], { env: { ...env, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }, stdio: 'ignore' });
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${PORT}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    .toBe(true);
}

async function stop(): Promise<void> {
  if (!server) return;
  const ended = new Promise((done) => server?.once('exit', done));
  server.kill('SIGTERM');
  await ended;
  server = undefined;
}

test.use({
  baseURL: `http://127.0.0.1:${PORT}`,
  expectedErrors: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
});

test.afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('new quotes appear without a reload after the server restarts', { tag: '@desktop' }, async ({ page, request }, { project }) => {
  test.skip(project.name !== 'desktop', 'one width is enough for a stream');
  await start();
  await logIn(page);
  await expect(page.getByText('Total: 0')).toBeVisible();
  await stop();
  await start();
  await sendQuote(request, { name: 'After The Restart' });
  await expect(page.getByRole('listitem').filter({ hasText: 'After The Restart' })).toBeVisible({ timeout: 15_000 });
});

test('a button pressed while the server is down reports the failure, and the form keeps the typed values', async ({ page, request }, {
  project,
}) => {
  test.skip(project.name !== 'desktop', 'one width is enough');
  await start();
  await sendQuote(request, { name: 'Before The Stop' });
  await logIn(page);
  const card = page.getByRole('listitem').filter({ hasText: 'Before The Stop' });
  await expect(card).toBeVisible();
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  const visitor = await page.context().newPage();
  await visitor.goto('/');
  await visitor.waitForLoadState('networkidle');
  await stop();
  await card.getByRole('button', { name: 'Confirm Quote' }).click();
  await expect(page.getByText('Failed to update status. Please try again.').first()).toBeVisible();
  await visitor.getByLabel('Name').fill('Typed Already');
  await visitor.getByRole('button', { name: 'Get Free Quote' }).click();
  await expect(visitor.getByText('There was a problem submitting your inquiry. Please try again.').first()).toBeVisible();
  await expect(visitor.getByLabel('Name')).toHaveValue('Typed Already');
});
