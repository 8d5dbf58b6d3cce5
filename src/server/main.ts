import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { closeDb, openDb, StartError } from '../../db/client';
import { seedCompany } from '../../db/seed';
import { type Ctx, createContext } from './context';
import { type Env, getOrigin, readEnv } from './env';
import { directCalls } from './http/answers/direct-calls';
import { frontDoor } from './http/answers/front-door';
import { PublicAnswers } from './http/answers/public-answers';
import { createApp } from './http/app';
import { createLog, describeFault } from './http/logging';
import { loadRendering } from './http/pages';
import { readAssets } from './http/pages/assets';
import { createAdmission } from './http/requests/admission';
import { Limits } from './http/requests/limits';
import { startJobs } from './jobs';
import { readBackgroundProvider } from './providers/background-removal';
import { hasAdmin, setAdminPassword } from './session/service';
import { getSender } from './settings/service';

/** Accepts new calls for this long after the stop signal, each as its connection's last, since closing at once would cut calls. */
const GOODBYE_MS = 250;
/** Running requests have this long to finish before their connections are cut. The process ends after HARD_STOP_MS in any case. */
const DRAIN_MS = 8000;
const HARD_STOP_MS = 10_000;
/** React is loaded once the server answers its first calls, and before most visitors ask for a page. */
const PAGES_AFTER_MS = 500;
const HTTP_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
};

/** Creates the owner's account on the first start. A generated password is printed once and never stored. */
async function createFirstAdmin(ctx: Ctx, username: string, chosen: string | undefined): Promise<void> {
  if (hasAdmin(ctx)) return;
  const password = chosen ?? randomBytes(12).toString('base64url');
  await setAdminPassword(ctx, username, password);
  if (!chosen)
    process.stdout.write(
      `\nYour office login is ${username} with the password ${password}\nIt is shown this once. Change it with: npm run admin:password\n\n`,
    );
}

async function openBusiness(env: Env, log: Logger): Promise<Ctx> {
  const now = () => new Date();
  const file = path.join(env.DATA_DIR, 'tidyline.db');
  const { db, created } = openDb(file, { now, seed: (fresh) => seedCompany(fresh, now()) });
  if (created) log.info({ evt: 'database.created' }, 'created a new database');
  const origin = getOrigin(env);
  const ctx = createContext(db, env, { now, log, origin });
  await createFirstAdmin(ctx, env.ADMIN_USERNAME, env.ADMIN_PASSWORD);
  return ctx;
}

function listen(ctx: Ctx, env: Env, log: Logger): Server {
  const clientFolder = path.resolve(import.meta.dirname, '../..', 'dist/client');
  const deps = {
    ...ctx,
    assets: readAssets(clientFolder),
    clientFolder,
    backgroundProvider: readBackgroundProvider(env),
    isOriginConfigured: env.PUBLIC_ORIGIN !== undefined,
    limits: new Limits(env.RATE_LIMIT === 'on'),
    admission: createAdmission(),
    answers: new PublicAnswers(ctx),
    isSessionBound: env.ADMIN_SESSION_BINDING === 'strict',
    trustedProxies: env.TRUST_PROXY,
  };
  const framework = getRequestListener(createApp(deps).fetch);
  const server = createServer(HTTP_OPTIONS, frontDoor(deps, directCalls(deps, framework)));
  server.listen(env.PORT, env.HOST, () => {
    const { port } = server.address() as AddressInfo;
    log.info({ evt: 'listening', port }, `Tidyline is at ${ctx.origin}`);
    const sayFault = (error: unknown) => log.error({ evt: 'pages.failed', fault: describeFault(error) }, 'the pages cannot be loaded');
    setTimeout(() => void loadRendering().catch(sayFault), PAGES_AFTER_MS).unref();
  });
  server.on('error', (error) => {
    log.fatal({ evt: 'listen.failed', fault: describeFault(error) }, `cannot listen on ${env.HOST}:${env.PORT}`);
    closeDb(ctx.db);
    process.exit(1);
  });
  return server;
}

/** Kills the process: a normal exit would wait for a thread that SQLite or the disk holds, and the database survives a kill. */
function hardStop(log: Logger): void {
  log.error({ evt: 'stopped.hard' }, 'running work took too long, killing the process');
  process.kill(process.pid, 'SIGKILL');
}

type Running = { ctx: Ctx; log: Logger; server: Server; jobs: { stop: () => Promise<void> }; smtp: { close: () => void } | undefined };
const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Returns a function that lets requests and the current message finish, closes the database and ends the process. */
function stopper({ ctx, log, server, jobs, smtp }: Running): (signal: string) => Promise<void> {
  return async (signal) => {
    if (ctx.live.isClosed) return;
    log.info({ evt: 'stopping', signal }, 'stopping');
    setTimeout(() => hardStop(log), HARD_STOP_MS).unref();
    ctx.live.close();
    // A message that its mail server delays is not waited for; it is sent again under the same id after the next start.
    const underWay = Promise.race([jobs.stop(), after(DRAIN_MS)]);
    if ('closeIdleConnections' in server) {
      setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      await after(GOODBYE_MS);
      const closed = new Promise((done) => server.close(done));
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      await Promise.all([closed, underWay]).finally(() => clearInterval(idle));
    }
    smtp?.close();
    closeDb(ctx.db);
    log.info({ evt: 'stopped' }, 'stopped');
    process.exit(0);
  };
}

async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const ctx = await openBusiness(env, log);
  if (env.RATE_LIMIT === 'off')
    log.warn({ evt: 'limits.off' }, 'RATE_LIMIT=off: volume limits and the minimum fill time are off; for tests only');
  const { SMTP_URL } = env;
  const smtp =
    SMTP_URL === undefined ? undefined : (await import('./mail/transport')).smtpDelivery(SMTP_URL, () => getSender(ctx, env.MAIL_FROM));
  const jobs = startJobs(ctx, smtp?.deliver);
  const stop = stopper({ ctx, log, server: listen(ctx, env, log), jobs, smtp });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ evt: event, fault: describeFault(error) }, 'uncaught exception');
      process.exit(1);
    });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'Tidyline could not start.'}\n`);
  process.exit(error instanceof StartError ? error.exitCode : 78);
});
