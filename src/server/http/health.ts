import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { findSession, presentedTokens } from '../session/tokens';
import type { AppDeps, AppEnv } from './app-env';
import { refuseMethod } from './errors';
import { Readiness } from './readiness';

/** Monitoring asks these paths; they respond even while the server is too busy for anything else. */
export const PROBES: readonly string[] = ['/api/health', '/api/ready'];

/** Adds the probes before sessions and limits, so that they respond when other requests are rejected. */
export function addHealth(app: Hono<AppEnv>, deps: Pick<AppDeps, 'db' | 'now' | 'live' | 'log' | 'origin' | 'isSessionBound'>): void {
  const readiness = new Readiness(deps);
  app.get('/api/health', (c) => {
    c.header('cache-control', 'no-store');
    try {
      deps.db.get(sql`select 1`);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'unavailable' }, 503);
    }
  });
  app.get('/api/ready', async (c) => {
    c.header('cache-control', 'no-store');
    const { status, checks } = await readiness.check();
    return c.json(isOwner(deps, c.req.raw.headers) ? { status, checks } : { status }, status === 'ready' ? 200 : 503);
  });
  for (const path of PROBES) app.all(path, (c) => refuseMethod(c, ['GET']));
}

/** Checks for a live session of the office. Returns false when the database cannot be read. */
function isOwner(
  { db, now, origin, isSessionBound }: Pick<AppDeps, 'db' | 'now' | 'origin' | 'isSessionBound'>,
  headers: Headers,
): boolean {
  try {
    return findSession(db, 'admin', presentedTokens(headers, origin, isSessionBound).session, now()) !== undefined;
  } catch {
    return false;
  }
}
