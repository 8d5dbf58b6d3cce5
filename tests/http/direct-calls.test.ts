import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { directCalls } from '../../src/server/http/answers/direct-calls';
import { Limits } from '../../src/server/http/requests/limits';
import type { AppRouter } from '../../src/server/router';
import { type Company, openCompany } from '../fuzz/company';
import { PROCEDURES, trpcTargets } from '../fuzz/targets';
import { depsOf, openOffice } from '../support/http';
import { times } from '../support/length';
import { openClientSession } from '../support/portal';
import { listenBehind, withoutOwn } from '../support/raw-server';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const INVALID = { id: 'x', limit: -1 };
const input = (value: unknown) => `input=${encodeURIComponent(JSON.stringify(value))}`;
const listen = (settings: Parameters<typeof depsOf>[1] = {}) => listenBehind(depsOf(company.shop, settings), directCalls);
/** Sends a request without what stands before the framework. */
const listenPlainly = () => listenBehind(depsOf(company.shop), (_deps, next) => next);

describe('queries answered before the framework', () => {
  test.for(['public', 'member', 'admin'] as const)('are answered to %s as by the framework', async (permission) => {
    const [direct, plain] = [await listen(), await listenPlainly()];
    const queries = trpcTargets(company).filter(({ name }) => PROCEDURES[name.slice('trpc '.length)]?._def.type === 'query');
    expect(queries.length).toBeGreaterThan(60);
    for (const { call, sample, name } of queries)
      for (const sent of permission === 'admin' ? [sample, INVALID] : times([sample], [sample, INVALID])) {
        const { pathname, search } = new URL(call(sent).url);
        const headers = company.headers[permission];
        const [ours, theirs] = [await direct.ask(pathname + search, headers), await plain.ask(pathname + search, headers)];
        expect([name, ours.status, ours.text]).toEqual([name, theirs.status, theirs.text]);
        const { 'content-length': _length, 'transfer-encoding': _coding, ...expected } = withoutOwn(theirs.headers);
        expect(withoutOwn(ours.headers)).toMatchObject(expected);
      }
    if (permission === 'admin') expect(direct.count.passed).toBe(0);
  });

  test.each([
    `/trpc/quotes.list,store.listOrders?batch=1&${input({ 0: {}, 1: { limit: 2 } })}`,
    `/trpc/quotes.list,quotes.list?batch=1&${input({ 0: {} })}`,
    `/trpc/quotes.list,inventory.summary?batch=1&${input({ 0: { limit: 'x' } })}`,
    `/trpc/clients.get?${input({ id: 999_999 })}`,
    '/trpc/inventory.summary',
    '/trpc/inventory.summary?input=',
    '/trpc/inventory.summary?batch=1',
    `/trpc/quotes.list?${input({})}&${input({ limit: 1 })}`,
    '/trpc/quotes.list?input=7',
    '/trpc/quotes.list?batch=1&input={"0":null}',
  ])('are read in the same way: %s', async (path) => {
    const [direct, plain] = [await listen(), await listenPlainly()];
    const [ours, theirs] = [await direct.ask(path, company.headers.admin), await plain.ask(path, company.headers.admin)];
    expect([ours.status, ours.text]).toEqual([theirs.status, theirs.text]);
    expect(direct.count.passed).toBe(0);
  });

  test.each<[string, Record<string, string>?, string?]>([
    ['/trpc/quotes.list?input={'],
    ['/trpc/quotes.list?batch=1&input=[]'],
    ['/trpc/quotes.list?batch=1&input=7'],
    ['/trpc/quotes.list,store.listOrders'],
    ['/trpc/quotes.nothing'],
    ['/trpc/constructor'],
    ['/trpc/'],
    ['/trpc'],
    ['/trpc/%71uotes.list'],
    ['/trpc/quotes.submit'],
    [`/trpc/${Array(11).fill('quotes.list').join(',')}?batch=1`],
    ['/trpc/quotes.list?batch=1', { 'trpc-accept': 'application/jsonl' }],
    ['/trpc/quotes.list?batch=1', { accept: 'application/jsonl' }],
    ['/trpc/quotes.list', { 'content-type': 'application/json' }],
    ['/trpc/quotes.list', {}, 'HEAD'],
    ['/trpc/quotes.list', {}, 'POST'],
  ])('leave the framework what is unusual: %s %o %s', async (path, headers, method) => {
    const [direct, plain] = [await listen(), await listenPlainly()];
    const sent = { ...company.headers.admin, ...headers };
    const [ours, theirs] = [await direct.ask(path, sent, method), await plain.ask(path, sent, method)];
    expect([direct.count.passed, ours.status, ours.text]).toEqual([1, theirs.status, theirs.text]);
  });

  test('are understood by the client that the screens use, with errors and batches', async () => {
    const { origin, count } = await listen();
    const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${origin}/trpc`, headers: company.headers.admin })] });
    const [quotes, missing, orders] = await Promise.allSettled([
      client.quotes.list.query({ limit: 1 }),
      client.clients.get.query({ id: 999_999 }),
      client.store.listOrders.query({ limit: 1 }),
    ]);
    expect([quotes, orders]).toMatchObject([
      { status: 'fulfilled', value: { inquiries: [{ id: expect.any(Number) }] } },
      { status: 'fulfilled', value: { rows: [{ orderNumber: expect.any(Number) }] } },
    ]);
    expect(missing.status === 'rejected' && missing.reason).toBeInstanceOf(TRPCClientError);
    expect(missing).toMatchObject({ reason: { data: { code: 'NOT_FOUND', httpStatus: 404 } } });
    expect(count.passed).toBe(0);
  });

  test.each(['visitors', 'clients'])('count against the read limit of %s, and are refused with the time to wait', async (who) => {
    const shop = openShop();
    insertRow(shop.db, 'clients');
    const { ask } = await listenBehind(depsOf(shop, { limits: new Limits(true) }), directCalls);
    const path = `/trpc/offers.describe?${input({ code: 'NOBODY' })}`;
    const headers: Record<string, string> = who === 'clients' ? { cookie: openClientSession(shop, 1) } : {};
    for (let i = 0; i < 300; i++) await ask(path, headers);
    const refused = await ask(path, headers);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('end with the session', async () => {
    const { shop, token } = await openOffice();
    const { ask } = await listenBehind(depsOf(shop), directCalls);
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask('/trpc/quotes.list?input={}', headers)).status).toBe(200);
    shop.db.$client.exec("update sessions set revoked_at = '2026-11-20T20:00:00.000Z'");
    expect((await ask('/trpc/quotes.list?input={}', headers)).status).toBe(401);
  });

  test('whose files cannot be read fail alone, and work once they can be read', async () => {
    const { shop, token } = await openOffice();
    const { ask } = await listenBehind(depsOf(shop), directCalls);
    const call = () => ask('/trpc/quotes.list?input={}', { authorization: `Bearer ${token}` });
    const tooManyFiles = () => {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    };
    const reading = vi.spyOn(Object, 'hasOwn').mockImplementationOnce(tooManyFiles).mockImplementationOnce(tooManyFiles);
    const failed = await call();
    reading.mockRestore();
    expect([failed.status, failed.text.includes('EMFILE')]).toEqual([500, false]);
    expect((await call()).status).toBe(200);
  });

  test('are logged once, by the names of their procedures, with the fault of one that fails', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
    const { shop, token } = await openOffice();
    const { ask } = await listenBehind(depsOf(shop, { log }), directCalls);
    const headers = { authorization: `Bearer ${token}` };
    await ask(`/trpc/quotes.list,quotes.list?batch=1&${input({ 0: {}, 1: {} })}`, headers);
    shop.db.$client.exec('pragma foreign_keys = off; drop table contact_inquiries');
    const failed = await ask('/trpc/quotes.list?input={}', headers);
    expect([failed.status, failed.text.includes('contact_inquiries')]).toEqual([500, false]);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ evt }) => evt === 'request');
    expect(requests).toMatchObject([
      { method: 'GET', path: '/trpc/quotes.list', status: 200 },
      { method: 'GET', path: '/trpc/quotes.list', status: 500, requestId: failed.headers['x-request-id'] },
    ]);
    expect(lines.some((line) => line.includes('"evt":"call.failed"') && line.includes(String(failed.headers['x-request-id'])))).toBe(true);
  });
});
