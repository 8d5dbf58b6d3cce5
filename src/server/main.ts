import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { closeDb, openDb, StartError } from '../../db/client';
import { seedCatalogue } from '../../db/seed';
import { company } from '../shared/company';
import { createApp } from './app';
import { readEnv } from './env';
import { startJobs } from './jobs';
import { Live } from './live';
import { createLog, describeFault } from './logging';
import { smtpDelivery } from './mail/transport';
import type { Assets } from './pages';
import { hasAdmin, setAdminPassword } from './session/service';
import type { Ctx } from './trpc';

/** In-flight requests get this long to finish; what is still open then is cut, and at ten seconds the process ends whatever happens. */
const DRAIN_MS = 8000;
const HARD_STOP_MS = 10_000;

/** The built client's entry and style sheet, from Vite's manifest. */
function readAssets(clientFolder: string): Assets {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >;
  const entry = manifest['src/client/entry-client.tsx'];
  if (!entry) throw new Error('The client is not built: run npm run build.');
  const css = (entry.css ?? []).map((file) => readFileSync(path.join(clientFolder, file), 'utf8')).join('');
  return { entry: `/${entry.file}`, css, extraHead: '', isPolicyEnforced: true };
}

/** The first start makes the owner's account; a password nobody chose is printed this once and stored nowhere. */
async function createFirstAdmin(ctx: Ctx, username: string, chosen: string | undefined): Promise<void> {
  if (hasAdmin(ctx)) return;
  const password = chosen ?? randomBytes(12).toString('base64url');
  await setAdminPassword(ctx, username, password);
  if (!chosen)
    process.stdout.write(
      `\nYour office login is ${username} with the password ${password}\nIt is shown this once. Change it with: npm run admin:password\n\n`,
    );
}

async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const now = () => new Date();
  const root = path.resolve(import.meta.dirname, '../..');
  const { db, created } = openDb(path.join(env.DATA_DIR, 'tidyline.db'), { now });
  if (created) seedCatalogue(db, now());
  const live = new Live();
  const origin = env.PUBLIC_ORIGIN ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;
  const ctx: Ctx = { db, now, live, origin, hasMailServer: env.SMTP_URL !== undefined, actor: { kind: 'system' } };
  await createFirstAdmin(ctx, env.ADMIN_USERNAME, env.ADMIN_PASSWORD);
  if (env.RATE_LIMIT === 'off')
    log.warn({ evt: 'limits.off' }, 'RATE_LIMIT=off: volume limits and the minimum fill time are off; for tests only');

  const clientFolder = path.join(root, 'dist/client');
  const app = createApp({
    ...ctx,
    log,
    assets: readAssets(clientFolder),
    clientFolder,
    isOriginConfigured: env.PUBLIC_ORIGIN !== undefined,
    isLimited: env.RATE_LIMIT === 'on',
    trustedProxies: env.TRUST_PROXY,
  });
  const smtp =
    env.SMTP_URL === undefined ? undefined : smtpDelivery(env.SMTP_URL, { name: company.name, address: env.MAIL_FROM ?? company.email });
  const jobs = startJobs(ctx, { deliver: smtp?.deliver, log });
  const server = serve(
    {
      fetch: app.fetch,
      port: env.PORT,
      hostname: env.HOST,
      serverOptions: {
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        keepAliveTimeout: 65_000,
        connectionsCheckingInterval: 5000,
        maxHeaderSize: 16_384,
      },
    },
    (info) => log.info({ evt: 'listening', port: info.port }, `Tidyline is at ${origin}`),
  );
  server.on('error', (error) => {
    log.fatal({ evt: 'listen.failed', fault: describeFault(error) }, `cannot listen on ${env.HOST}:${env.PORT}`);
    closeDb(db);
    process.exit(1);
  });

  let isStopping = false;
  const stop = async (signal: string, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ evt: 'stopping', signal }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    live.close();
    const closed = new Promise((done) => server.close(done));
    if ('closeIdleConnections' in server) {
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      // A message that a mail server keeps waiting is left; it goes out again under the same id after the next start.
      const underWay = Promise.race([jobs.stop(), new Promise((done) => setTimeout(done, DRAIN_MS))]);
      await Promise.all([closed, underWay]).finally(() => clearInterval(idle));
    }
    smtp?.close();
    closeDb(db);
    log.info({ evt: 'stopped' }, 'stopped');
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ evt: event, fault: describeFault(error) }, 'a fault nobody caught');
      process.exit(1);
    });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'Tidyline could not start.'}\n`);
  process.exit(error instanceof StartError ? error.exitCode : 78);
});
