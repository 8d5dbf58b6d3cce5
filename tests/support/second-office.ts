// A thread on a database file that a server also writes to. It runs all calls it receives at once, through the real procedures.
import { parentPort, workerData } from 'node:worker_threads';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { Hono } from 'hono';
import { pino } from 'pino';
import type { RequestCtx } from '../../src/server/context';
import { PublicAnswers } from '../../src/server/http/answers/public-answers';
import type { AppEnv } from '../../src/server/http/app-env';
import { errorResponse } from '../../src/server/http/errors';
import { drainBody, readBody } from '../../src/server/http/requests/body';
import { Limits } from '../../src/server/http/requests/limits';
import { addRestRoutes } from '../../src/server/http/rest';
import { Live } from '../../src/server/live';
import { NO_MAP_SOURCES } from '../../src/server/providers/map-sources';
import { appRouter } from '../../src/server/router';
import { findSession, presentedTokens } from '../../src/server/session/tokens';
import { toCallerError } from '../../src/server/trpc';
import type { Answer, Call } from './offices';

const { file, origin } = workerData as { file: string; origin: string };
// Opened without the lock of openDb, which would refuse it: this tests what holds without the lock.
const sqlite = new Database(file);
sqlite.pragma('busy_timeout = 20000');
sqlite.pragma('foreign_keys = ON');
const db = drizzle(sqlite, { casing: 'snake_case' });
const live = new Live();
const limits = new Limits(false);
const log = pino({ level: 'silent' });

function contextOf(headers: Headers): RequestCtx {
  const session = findSession(db, 'admin', presentedTokens(headers, origin, false).session, new Date());
  return {
    db,
    now: () => new Date(),
    live,
    actor: session?.actor ?? { kind: 'visitor' },
    origin,
    hasMailServer: false,
    mapSources: NO_MAP_SOURCES,
    uploadFolder: '/nowhere',
    log,
    clientKey: '127.0.0.1',
    requestId: 'second-office',
    sessionToken: session?.token,
    memberSession: undefined,
    clientSession: undefined,
    clientToken: undefined,
    deviceToken: undefined,
    limits,
    responseHeaders: new Headers(),
    onFault: () => undefined,
  };
}

/** Serves every call except the pages, under the server's paths. */
const app = new Hono<AppEnv>();
app.use('*', async (c, next) => {
  c.set('checkOrigin', () => undefined);
  c.set('body', { read: (limit) => readBody(c.req.raw, limit), drain: () => drainBody(c.req.raw) });
  c.set('callContext', (responseHeaders = new Headers()) => ({ ...contextOf(c.req.raw.headers), responseHeaders }));
  await next();
});
app.all('/trpc/*', (c) =>
  fetchRequestHandler({
    router: appRouter,
    endpoint: '/trpc',
    req: c.req.raw,
    createContext: ({ resHeaders }) => c.get('callContext')(resHeaders),
  }),
);
addRestRoutes(app, new PublicAnswers({ db, now: () => new Date(), live }));
app.onError((error, c) => errorResponse(c, toCallerError(error)));

async function answer({ path, ...request }: Call): Promise<Answer> {
  const response = await app.request(`${origin}${path}`, request);
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}
parentPort?.on('message', async (calls: Call[]) => parentPort?.postMessage(await Promise.all(calls.map(answer))));
parentPort?.postMessage('ready');
