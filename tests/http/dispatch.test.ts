import { beforeEach, describe, expect, test } from 'vitest';
import { MARIA as CLIENT } from '../support/dispatch';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';

const NOW = '2026-11-20T20:00:00.000Z';
const ORDER = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T18:00:00.000Z' };
const MALFORMED_IDS = [0, -1, 1.5, 2 ** 53, 2 ** 63, 1e308, null, [1], { id: 1 }, true, '1 OR 1=1', '', ' 1'];
type Row = Record<string, unknown> & { id: number };

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});
const call = (method: string, path: string, body?: unknown) => office.call(method, path, body);
const addClient = async (more = {}) => bodyOf<Row>(await call('POST', '/api/clients', { ...CLIENT, ...more }), 201);
const addOrder = async (more = {}) => bodyOf<Row>(await call('POST', '/api/work-orders', { ...ORDER, ...more }), 201);
const addComponent = async (more = {}) =>
  bodyOf<Row>(await call('POST', '/api/job-components', { workOrderId: 1, component: 'Kitchen', ...more }), 201);
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
      smsConsentAt: null,
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

  test('names each missing or invalid field', async () => {
    expect(await issuesOf(await call('POST', '/api/clients', { latitude: 'north' }))).toEqual(
      expect.arrayContaining(['name', 'email', 'phone', 'address', 'latitude']),
    );
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
});

describe('/api/work-orders', () => {
  beforeEach(async () => {
    await addClient();
  });

  test('returns 201 with client, components and a generated number', async () => {
    expect(await addOrder()).toEqual({
      id: 1,
      workOrderId: expect.stringMatching(/^WO-\d{13}-\w+$/),
      ...ORDER,
      description: null,
      processedDate: null,
      completedDate: null,
      finalizedDate: null,
      assignedTeamMember: null,
      status: 'scheduled',
      priority: 'medium',
      estimatedDuration: null,
      actualDuration: null,
      totalAmount: null,
      crewSize: 1,
      crewCount: 0,
      notes: null,
      cancelReason: null,
      createdAt: NOW,
      updatedAt: NOW,
      isBooked: false,
      sentDate: null,
      confirmedAt: null,
      planId: null,
      planDate: null,
      detached: false,
      overbooked: false,
      client: { id: 1, ...CLIENT, doNotService: false, doNotServiceReason: null },
      jobComponents: [],
    });
  });

  test('accepts all documented fields', async () => {
    const body = {
      workOrderId: 'WO-1795000000000-7',
      description: 'Deep clean',
      priority: 'urgent',
      estimatedDuration: 90,
      notes: 'Ring twice.',
    };
    expect(await addOrder({ ...body, status: 'scheduled' })).toMatchObject(body);
  });

  test.each([
    ['149', '149.00'],
    ['149.00', '149.00'],
    [149, '149.00'],
    ['149.5', '149.50'],
    [0.05, '0.05'],
    ['99999999.99', '99999999.99'],
  ])('returns an amount of %j as %s', async (totalAmount, text) => {
    expect(await addOrder({ totalAmount })).toMatchObject({ totalAmount: text });
  });

  test.each([
    ['2026-11-21T10:00:00-08:00', '2026-11-21T18:00:00.000Z'],
    ['2026-11-21T18:00:00Z', '2026-11-21T18:00:00.000Z'],
    // A Monday and a Saturday: the working day begins at 8 or 9 in Kamloops, which is seven hours behind UTC.
    ['2026-11-23', '2026-11-23T15:00:00.000Z'],
    ['2026-11-21', '2026-11-21T16:00:00.000Z'],
  ])('stores a time of %s in UTC', async (scheduledDate, text) => {
    expect(await addOrder({ scheduledDate })).toMatchObject({ scheduledDate: text });
  });

  test.each<[string, unknown]>([
    ...['-0.01', '12.345', '1e3', '100000000.00', '١٢', '', 'NaN', -1, [149], true].map((amount): [string, unknown] => [
      'totalAmount',
      amount,
    ]),
    ...[undefined, ...MALFORMED_IDS].map((id): [string, unknown] => ['clientId', id]),
    ['serviceType', ' '],
    ['scheduledDate', undefined],
    ['scheduledDate', 'tomorrow'],
    ['scheduledDate', '2026-02-30'],
    ['scheduledDate', '2026-02-30T10:00:00Z'],
    ['scheduledDate', '2026-11-20T10:00:00Z\n'],
    ['scheduledDate', '2026-11-21T25:00:00Z'],
    ['scheduledDate', '2026-11-21T10:00:00'],
    ['scheduledDate', 1_795_000_000_000],
    ['scheduledDate', '1970-01-01'],
    ['scheduledDate', '1999-12-31'],
    ['scheduledDate', '2032-01-01'],
    ['priority', 'whenever'],
    ['status', 'completed'],
    ['estimatedDuration', -1],
    ['estimatedDuration', 1.5],
    ['estimatedDuration', 1441],
    ['estimatedDuration', []],
    ['description', 'x'.repeat(4001)],
  ])('rejects %s %j and writes nothing', async (field, value) => {
    const before = office.shop.db.$client.serialize();
    expect(await issuesOf(await call('POST', '/api/work-orders', { ...ORDER, [field]: value }))).toEqual([field]);
    expect(office.shop.db.$client.serialize().equals(before)).toBe(true);
  });
});

describe('PATCH /api/work-orders/{id}/status', () => {
  const setStatus = (status: unknown, more = {}, id: number | string = 1) =>
    call('PATCH', `/api/work-orders/${id}/status`, { status, ...more });
  beforeEach(async () => {
    await addClient();
    await addOrder({ workOrderId: 'WO-7' });
  });

  test('stores the times of start and completion', async () => {
    expect(await bodyOf(await setStatus('in-progress'), 200)).toMatchObject({
      status: 'in-progress',
      processedDate: NOW,
      completedDate: null,
    });
    office.wait(25 * 60);
    expect(await bodyOf(await setStatus('completed', {}, 'WO-7'), 200)).toMatchObject({
      status: 'completed',
      processedDate: NOW,
      completedDate: '2026-11-20T20:25:00.000Z',
      client: { id: 1 },
      jobComponents: [],
    });
    await refusalOf(await setStatus('scheduled'), 409);
  });

  test('returns 400 for an unknown status or a malformed order, and 404 for an unknown order', async () => {
    expect(await issuesOf(await setStatus('done'))).toEqual(['status']);
    for (const id of [99, 'WO-99']) await refusalOf(await setStatus('in-progress', {}, id), 404);
    for (const id of ['WO-', '0', '-1', 'abc', '1.0']) expect(await issuesOf(await setStatus('in-progress', {}, id))).toEqual(['id']);
  });
});

describe('/api/job-components', () => {
  beforeEach(async () => {
    await addClient();
    await addOrder({ workOrderId: 'WO-7' });
  });
  const set = (body: unknown, id: number | string = 1) => call('PATCH', `/api/job-components/${id}`, body);

  test.each([1, '1', 'WO-7'])('returns 201 for order %j', async (workOrderId) => {
    expect(await addComponent({ workOrderId, description: 'Oven too', estimatedTime: 45 })).toEqual({
      id: 1,
      workOrderId: 1,
      component: 'Kitchen',
      description: 'Oven too',
      estimatedTime: 45,
      actualTime: null,
      isCompleted: false,
      completedAt: null,
      notes: null,
    });
  });

  test.each<[string, unknown]>([
    ['component', ''],
    ...['seven', undefined, ...MALFORMED_IDS].map((id): [string, unknown] => ['workOrderId', id]),
    ['estimatedTime', -5],
    ['estimatedTime', 0.5],
    ['estimatedTime', [5]],
  ])('rejects %s %j', async (field, value) => {
    const body = { workOrderId: 1, component: 'Kitchen', [field]: value };
    expect(await issuesOf(await call('POST', '/api/job-components', body))).toEqual([field]);
  });

  test('ticks a component off and on again', async () => {
    await addComponent();
    expect(await bodyOf(await set({ isCompleted: true }), 200)).toMatchObject({ isCompleted: true, completedAt: NOW });
    expect(await bodyOf(await set({ isCompleted: false, completedAt: null }), 200)).toMatchObject({
      isCompleted: false,
      completedAt: null,
    });
  });

  test('returns 400 for a malformed and 404 for an unknown component', async () => {
    await addComponent();
    expect(await issuesOf(await set({ isCompleted: 'yes' }))).toEqual(['isCompleted']);
    expect(await issuesOf(await set({ isCompleted: true, completedAt: 'now' }))).toEqual(['completedAt']);
    expect(await issuesOf(await set({ isCompleted: true }, 'abc'))).toEqual(['id']);
    await refusalOf(await set({ isCompleted: true }, 99), 404);
  });
});

describe('the lists', () => {
  test.each(['/api/clients', '/api/work-orders'])('%s returns an array, newest first, in pages', async (path) => {
    if (path === '/api/work-orders') await addClient();
    for (let i = 0; i < 3; i++) await (path === '/api/clients' ? addClient() : addOrder());
    const first = await call('GET', `${path}?limit=2`);
    expect(first.headers.get('x-next-cursor')).toBe('2');
    expect((await bodyOf<Row[]>(first, 200)).map((row) => row.id)).toEqual([3, 2]);
    const last = await call('GET', `${path}?limit=2&cursor=2`);
    expect(last.headers.has('x-next-cursor')).toBe(false);
    expect((await bodyOf<Row[]>(last, 200)).map((row) => row.id)).toEqual([1]);
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
