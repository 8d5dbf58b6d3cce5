import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { StartError } from '../../db/client';
import { describeFault } from '../../src/server/http/logging';
import { Limits } from '../../src/server/http/requests/limits';
import { startJobs } from '../../src/server/jobs';
import { setAdminPassword } from '../../src/server/session/service';
import { DomainError } from '../../src/shared/errors';
import { appOf } from '../support/http';
import { ADMIN, openShop, QUOTE } from '../support/shop';

type Line = { evt: string; requestId: string; method: string; path: string; status: number };
/** Returns a log whose lines can be read. */
function openLog() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) }) };
}
/** Opens an app of a shop with an owner. Returns a function that makes a request and returns its log line. */
async function openLogged(settings: Parameters<typeof appOf>[1] = {}) {
  const shop = openShop();
  await setAdminPassword(shop.ctx, ADMIN.username, ADMIN.password);
  const { lines, log } = openLog();
  const app = appOf(shop, { log, ...settings });
  const ask = async (method: string, path: string, body?: unknown): Promise<{ line: Line; text: string; response: Response }> => {
    const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await app.request(`http://shop.test${path}`, init);
    const text = lines.filter((line) => line.includes('"evt":"request"')).at(-1) ?? '{}';
    return { line: JSON.parse(text) as Line, text, response };
  };
  return { shop, app, lines, ask };
}

describe('the log line of a request', () => {
  test.each([
    ['POST', '/api/admin/login', ADMIN, '/api/admin/login'],
    ['POST', '/api/contact', QUOTE, '/api/contact'],
    ['PATCH', '/api/contact/17/status', { status: 'confirmed' }, '/api/contact/:id/status'],
    ['DELETE', '/api/contact/all', undefined, '/api/contact/all'],
    ['PUT', '/api/contact/17/status', {}, '/api/contact/:id/status'],
    ['GET', '/api/health', undefined, '/api/health'],
    ['GET', `/api/${QUOTE.email}`, undefined, '/api/*'],
    ['POST', '/trpc/session.login', ADMIN, '/trpc/session.login'],
    ['POST', '/trpc/quotes.submit,store.listProducts,quotes.submit?batch=1', {}, '/trpc/quotes.submit,store.listProducts'],
    ['GET', `/trpc/quotes.list,${QUOTE.email}?batch=1&input={}`, undefined, '/trpc/quotes.list,*'],
    ['GET', `/trpc/${QUOTE.email}`, undefined, '/trpc/*'],
    ['GET', '/trpc/constructor', undefined, '/trpc/*'],
    ['GET', '/trpc/%ff', undefined, '/trpc/*'],
    ['GET', '/', undefined, '/'],
    ['GET', `/ADMIN?email=${QUOTE.email}`, undefined, '/admin'],
    ['GET', '/maria-santos', undefined, '/*'],
    ['GET', '/robots.txt', undefined, '/robots.txt'],
  ])('%s %s', async (method, path, body, route) => {
    const { ask } = await openLogged();
    const { line, text, response } = await ask(method, path, body);
    expect([line.method, line.path, line.status]).toEqual([method, route, response.status]);
    expect(line.requestId).toBe(response.headers.get('x-request-id'));
    for (const secret of [QUOTE.name, QUOTE.email, 'maria', '17', ADMIN.username, ADMIN.password])
      expect(text.replace(/"(time|requestId|ms)":("[^"]*"|\d+),?/g, '')).not.toContain(secret);
  });

  test('names the call of a rejected request', async () => {
    const { ask } = await openLogged({ limits: new Limits(true) });
    for (let i = 0; i < 60; i++) await ask('POST', '/api/contact', {});
    const { line } = await ask('POST', '/api/admin/login', ADMIN);
    expect([line.path, line.status]).toEqual(['/api/admin/login', 429]);
  });
});

test('logs a failed job without the statement and its values', async () => {
  const shop = openShop();
  const { lines, log } = openLog();
  shop.db.$client.exec('pragma foreign_keys = off; drop table outbox');
  const jobs = startJobs({ ...shop.ctx, log }, async () => {});
  shop.live.publish('messages');
  await expect.poll(() => lines.length).toBe(1);
  await jobs.stop();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    evt: 'job.failed',
    job: 'deliver',
    fault: { name: 'SqliteError', code: 'SQLITE_ERROR' },
  });
  expect(lines[0]).not.toMatch(/"err"|select |from \\?"outbox/i);
});

/** Returns the error that work throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the message of an error', () => {
  test.each<[what: string, error: unknown, message: string]>([
    ['JSON.parse', thrownBy(() => JSON.parse('Maria Santos')), ''],
    ['JSON.parse, of which something else came', new Error('Maria', { cause: thrownBy(() => JSON.parse('Maria\n    at Santos')) }), ''],
    ['a syntax error with a code', Object.assign(new SyntaxError('Maria'), { code: 'ANY' }), ''],
    ['the language', thrownBy(() => Object.defineProperty(Object.freeze({}), 'Maria', {})), ''],
    ['a library', Object.assign(new Error('Maria'), { name: 'ParseError' }), ''],
    ['a rule of ours', new DomainError('CONFLICT', 'This job is cancelled.'), 'This job is cancelled.'],
    ['a start of ours', new StartError(78, 'There is no database.'), 'There is no database.'],
    ['a plain one of ours', new Error('The answer was too long.'), 'The answer was too long.'],
    ['the disk', Object.assign(new TypeError('no space left'), { code: 'ENOSPC' }), 'no space left'],
  ])('of %s', (_what, error, message) => {
    const fault = describeFault(error);
    expect(fault.message).toBe(message);
    expect(fault.at.length).toBeGreaterThan(0);
    expect(JSON.stringify(fault)).not.toMatch(/Maria|Santos/);
  });
});
