import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../src/shared/calendar-day';
import { CLIENT_STATUSES } from '../../src/shared/client-status';
import type { SortCursor } from '../../src/shared/page';
import { MARIA } from '../support/dispatch';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { untyped } from '../support/untyped';

const JON = { name: 'Jörg Park', email: 'jon@example.com', phone: '604.555.0199', address: '7 Lake Rd, Vernon' };

let shop: Shop;
let jobs: number;
beforeEach(() => {
  shop = openShop();
  jobs = 0;
});
const add = async (client: Partial<typeof MARIA> = {}) => (await shop.admin.clients.create({ ...MARIA, ...client })).id;
const noon = (daysAgo: number) => `${addDays('2026-11-20', -daysAgo)}T20:00:00.000Z`;
/** A work order past all code; `daysAgo` is when it is, or was, and less than nothing is ahead. */
const addJob = (clientId: number, status: string, daysAgo: number) =>
  insertRow(shop.db, 'work_orders', {
    work_order_id: `WO-${++jobs}`,
    client_id: clientId,
    status,
    scheduled_date: noon(daysAgo),
    completed_date: status.startsWith('complete') ? noon(daysAgo) : null,
    assigned_team_member_id: null,
    inquiry_id: null,
  });
const namesOf = async (input: Parameters<typeof shop.admin.clients.list>[0]) =>
  (await shop.admin.clients.list(input)).rows.map(({ name }) => name);

describe('the list of clients', () => {
  test('shows the job figures of each client', async () => {
    const id = await add();
    addJob(id, 'completed', 100);
    addJob(id, 'complete', 10);
    addJob(id, 'cancelled', 1);
    addJob(id, 'incomplete', 2);
    addJob(id, 'scheduled', 3);
    addJob(id, 'assigned', -14);
    addJob(id, 'scheduled', -7);
    const other = await add(JON);
    const { rows } = await shop.admin.clients.list({});
    expect(rows.map(({ id, status, finishedJobs, lastJobAt, nextJobAt }) => [id, status, finishedJobs, lastJobAt, nextJobAt])).toEqual([
      [other, 'lead', 0, null, null],
      [id, 'recurring', 2, noon(10), noon(-7)],
    ]);
    expect(Object.keys(rows[0] ?? {}).filter((key) => /access|reason|merged/i.test(key))).toEqual([]);
  });

  test.each([
    ['planned for later today', 'scheduled', 0, 'one-time'],
    ['planned for this morning, which nobody has begun', 'assigned', 0.1, 'one-time'],
    ['planned for yesterday and forgotten', 'scheduled', 1, 'lapsed'],
    ['under way since yesterday', 'in-progress', 1, 'one-time'],
    ['where the cleaner is on the way', 'enroute', 0, 'one-time'],
    ['that could not be finished', 'incomplete', 0, 'lapsed'],
    ['that was cancelled', 'cancelled', -3, 'lapsed'],
  ])('shows the status of a client with an old job and one %s', async (_what, status, daysAgo, wanted) => {
    const id = await add();
    addJob(id, 'completed', 60);
    insertRow(shop.db, 'work_orders', {
      work_order_id: 'WO-next',
      client_id: id,
      status,
      scheduled_date: new Date(Date.parse('2026-11-20T20:00:00.000Z') - daysAgo * 86_400_000).toISOString(),
      assigned_team_member_id: null,
      inquiry_id: null,
    });
    expect((await shop.admin.clients.list({})).rows[0]?.status).toBe(wanted);
    expect((await shop.admin.clients.get({ id })).status).toBe(wanted);
  });

  test.each([
    ['maria', ['Maria Santos']],
    ['SANTOS mar', ['Maria Santos']],
    ['jorg', ['Jörg Park']],
    ['example.com', ['Jörg Park', 'Maria Santos']],
    ['seymour', ['Maria Santos']],
    ['pa', ['Jörg Park']],
    ['park ve', ['Jörg Park']],
    ['2505550133', ['Maria Santos']],
    ['+1 250.555.0133', ['Maria Santos']],
    ['604-555-0199', ['Jörg Park']],
    ['555.0199', ['Jörg Park']],
    ['nobody', []],
    ['maria park', []],
    ['"%_*', []],
  ])('finds “%s” as %j', async (search, names) => {
    await add();
    await add(JON);
    expect(await namesOf({ search })).toEqual(names);
  });

  test('finds two letters of the company', async () => {
    await shop.admin.clients.create({ ...MARIA, company: 'Zq Realty' });
    await add(JON);
    expect(await namesOf({ search: 'zq' })).toEqual(['Maria Santos']);
  });

  test('continues after the last row of a page, also in a search', async () => {
    for (let i = 1; i <= 5; i++) await add({ name: `Maria ${i}` });
    for (const search of [undefined, 'maria', 'ma']) {
      const names: string[][] = [];
      for (let cursor: SortCursor | undefined, pages = 0; pages < 4; pages++) {
        const page = await shop.admin.clients.list({ limit: 2, search, ...(cursor && { cursor }) });
        names.push(page.rows.map(({ name }) => name));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(names).toEqual([['Maria 5', 'Maria 4'], ['Maria 3', 'Maria 2'], ['Maria 1']]);
    }
  });

  test('filters by status in pages', async () => {
    const ids = [];
    for (let i = 1; i <= 6; i++) ids.push(await add({ name: `Client ${i}` }));
    for (const place of [0, 2, 4]) addJob(ids[place] ?? 0, 'completed', 60);
    const first = await shop.admin.clients.list({ status: 'lapsed', limit: 2 });
    expect(first.rows.map(({ name }) => name)).toEqual(['Client 5', 'Client 3']);
    expect(first.nextCursor).toBe(ids[2]);
    const rest = await shop.admin.clients.list({ status: 'lapsed', limit: 2, cursor: first.nextCursor });
    expect([rest.rows.map(({ name }) => name), rest.nextCursor]).toEqual([['Client 1'], null]);
    expect(await namesOf({ status: 'recurring' })).toEqual([]);
    expect(await namesOf({ status: 'lead', search: 'client' })).toEqual(['Client 6', 'Client 4', 'Client 2']);
  });

  test('finds the same clients of a status as the whole list shows, among hundreds and in pages', async () => {
    for (let i = 1; i <= 260; i++) {
      insertRow(shop.db, 'clients', { name: `Client ${(i * 37) % 260}` });
      if (i % 3 === 0) addJob(i, 'completed', i % 90);
      if (i % 6 === 0) addJob(i, 'completed', 40 + (i % 50));
      if (i % 50 === 0) addJob(i, 'scheduled', -3);
    }
    const readAll = async (input: Parameters<typeof shop.admin.clients.list>[0]) => {
      const seen: { id: number; status: string }[] = [];
      for (let cursor: SortCursor | null | undefined; cursor !== null; ) {
        const page = await shop.admin.clients.list({ ...input, cursor });
        expect(page.rows.length).toBeLessThanOrEqual(input.limit ?? 25);
        seen.push(...page.rows.map(({ id, status }) => ({ id, status })));
        cursor = page.nextCursor;
      }
      return seen;
    };
    for (const sort of [undefined, 'name', '-added'] as const) {
      const all = await readAll({ sort, limit: 100 });
      expect(new Set(all.map(({ status }) => status)).size).toBe(4);
      for (const status of CLIENT_STATUSES)
        for (const limit of [7, 100])
          expect(await readAll({ sort, status, limit })).toEqual(all.filter((client) => client.status === status));
    }
  });

  test('is sorted by name or by when clients were added, over all pages and also in a search or of one status', async () => {
    const names = ['Émile Roy', 'ada Wong', 'Ben Hart', 'Ada Wong', 'Zoe Wong'];
    const ids = [];
    for (const name of names) ids.push(await add({ name }));
    for (const id of ids.slice(0, 2)) addJob(id, 'completed', 60);
    const readAll = async (input: Parameters<typeof shop.admin.clients.list>[0], limit = 2) => {
      const seen: number[] = [];
      for (let cursor: SortCursor | null | undefined; cursor !== null; ) {
        const page = await shop.admin.clients.list({ ...input, limit, cursor });
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return seen;
    };
    expect(await readAll({ sort: 'name' })).toEqual([2, 4, 3, 5, 1]);
    expect(await readAll({ sort: '-name' })).toEqual([1, 5, 3, 4, 2]);
    expect(await readAll({ sort: 'added' })).toEqual([1, 2, 3, 4, 5]);
    expect(await readAll({ sort: '-added' })).toEqual([5, 4, 3, 2, 1]);
    expect(await readAll({ sort: 'name', search: 'wong' })).toEqual([2, 4, 5]);
    expect(await readAll({ sort: 'name', search: 'on' })).toEqual([2, 4, 5]);
    expect(await readAll({ sort: '-name', status: 'lead' }, 1)).toEqual([5, 3, 4]);
    expect(await readAll({ sort: 'added', status: 'lapsed' }, 1)).toEqual([1, 2]);
    expect(await readAll({ status: 'lead' }, 1)).toEqual([5, 4, 3]);
    await shop.admin.clients.merge({ id: 3, intoId: 1 });
    expect(await readAll({ sort: 'name' })).toEqual([2, 4, 5, 1]);
  });

  test('looks through a thousand clients per call for a status and returns a cursor', async () => {
    for (let i = 0; i < 1002; i++) insertRow(shop.db, 'clients', { name: `Client ${i}` });
    addJob(1, 'completed', 60);
    const first = await shop.admin.clients.list({ status: 'lapsed' });
    expect(first).toEqual({ rows: [], nextCursor: 3 });
    expect((await shop.admin.clients.list({ status: 'lapsed', cursor: 3 })).rows.map(({ id }) => id)).toEqual([1]);
  });

  test.each([
    [{ status: 'gone' }],
    [{ search: 'x'.repeat(101) }],
    [{ limit: 0 }],
    [{ limit: 101 }],
    [{ sort: 'phone' }],
    [{ limit: 1.5 }],
    [{ cursor: -1 }],
  ])('rejects %j', async (input) => {
    await expect(shop.admin.clients.list(untyped(input))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
