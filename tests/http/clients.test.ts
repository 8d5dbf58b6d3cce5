import { beforeEach, describe, expect, test } from 'vitest';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';

const NOW = '2026-11-20T20:00:00.000Z';
const CLIENT = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };
const ORDER = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T18:00:00.000Z' };
type Row = Record<string, unknown> & { id: number };

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});
const call = (method: string, path: string, body?: unknown) => office.call(method, path, body);
const addClient = async (more = {}) => bodyOf<Row>(await call('POST', '/api/clients', { ...CLIENT, ...more }), 201);
const issuesOf = async (response: Response) => (await refusalOf(response, 400)).issues?.map((issue) => issue.path);

describe('/api/clients', () => {
  test('returns 201 with the stored client', async () => {
    expect(await addClient({ notes: 'Key under the pot.' })).toEqual({
      id: 1,
      ...CLIENT,
      latitude: null,
      longitude: null,
      notes: 'Key under the pot.',
      company: null,
      photoConsent: false,
      isActive: true,
      createdAt: NOW,
    });
  });

  test('returns an array with the figures of jobs, and searches it', async () => {
    const { id, ...rest } = await addClient();
    await addClient({ name: 'Jon Park', email: 'jon@example.com' });
    const figures = { status: 'lead', finishedJobs: 0, lastJobAt: null, nextJobAt: null, doNotService: false };
    expect(await bodyOf(await call('GET', '/api/clients?search=santos'), 200)).toEqual([{ id, ...rest, ...figures }]);
    expect(await bodyOf(await call('GET', '/api/clients?status=lapsed'), 200)).toEqual([]);
    await refusalOf(await call('GET', '/api/clients?status=rich'), 400);
  });

  test.each(['name', 'email', 'phone', 'address'])('requires %s', async (field) => {
    expect(await issuesOf(await call('POST', '/api/clients', { ...CLIENT, [field]: undefined }))).toEqual([field]);
    expect(await bodyOf(await call('GET', '/api/clients'), 200)).toEqual([]);
  });

  test('stores a position with eight decimals from numbers and text, and a blank one as null', async () => {
    expect(await addClient({ latitude: 50.6745, longitude: '-120.3273' })).toMatchObject({
      latitude: '50.67450000',
      longitude: '-120.32730000',
    });
    expect(await addClient({ latitude: 50.67451234, longitude: '-120.32731234' })).toMatchObject({
      latitude: '50.67451234',
      longitude: '-120.32731234',
    });
    expect(await addClient({ latitude: '', longitude: '' })).toMatchObject({ latitude: null, longitude: null });
  });

  test.each([
    ['latitude', 90.1],
    ['latitude', 'north'],
    ['latitude', []],
    ['latitude', true],
    ['longitude', -180.5],
    ['longitude', {}],
  ])('rejects a %s of %j', async (field, value) => {
    expect(await issuesOf(await call('POST', '/api/clients', { ...CLIENT, [field]: value }))).toEqual([field]);
  });
});

describe('the lists', () => {
  const fill = async (path: string) => {
    if (path === '/api/clients') for (let i = 0; i < 3; i++) await addClient();
    else {
      await addClient();
      for (let i = 0; i < 3; i++) await bodyOf(await call('POST', '/api/work-orders', ORDER), 201);
      await bodyOf(await call('POST', '/api/job-components', { workOrderId: 3, component: 'Kitchen' }), 201);
    }
  };

  test.each(['/api/clients', '/api/work-orders'])('%s returns an array, newest first, in pages', async (path) => {
    await fill(path);
    const first = await call('GET', `${path}?limit=2`);
    expect(first.headers.get('x-next-cursor')).toBe('2');
    expect((await bodyOf<Row[]>(first, 200)).map((row) => row.id)).toEqual([3, 2]);
    const last = await call('GET', `${path}?limit=2&cursor=2`);
    expect(last.headers.has('x-next-cursor')).toBe(false);
    expect((await bodyOf<Row[]>(last, 200)).map((row) => row.id)).toEqual([1]);
  });

  test('includes the client and components of a work order', async () => {
    await fill('/api/work-orders');
    const [newest] = await bodyOf<Row[]>(await call('GET', '/api/work-orders'), 200);
    expect(newest).toMatchObject({ client: { ...CLIENT }, jobComponents: [{ component: 'Kitchen', workOrderId: 3 }] });
  });

  test.each([
    ['/api/clients', 'clients', (i: number) => ({ email: `c${i}@example.com` })],
    ['/api/work-orders', 'work_orders', (i: number) => ({ work_order_id: `WO-${i}`, assigned_team_member_id: null, inquiry_id: null })],
  ] as const)('%s returns 500 by default and at most 1000', async (path, table, changes) => {
    if (table === 'work_orders') await addClient();
    for (let i = 0; i < 501; i++) insertRow(office.shop.db, table, changes(i));
    const response = await call('GET', path);
    expect(await bodyOf<Row[]>(response, 200)).toHaveLength(500);
    expect(response.headers.get('x-next-cursor')).toBe('2');
    expect(await bodyOf<Row[]>(await call('GET', `${path}?limit=1000`), 200)).toHaveLength(501);
    await refusalOf(await call('GET', `${path}?limit=1001`), 400);
  });
});
