import { describe, expect } from 'vitest';
import { activity, clients, contactInquiries, jobComponents, workOrders } from '../../db/schema';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';
import { test as base } from '../support/shop-test';

const test = base.extend('opened', () => openOfficeWithRequest());

const MISSING = 'Missing Information: Please fill in all required fields.';
type Inquiry = { id: number; status: string; clientId: number | null; workOrderId: number | null };

/** Opens an office with one request. */
async function openOfficeWithRequest(more: Partial<Record<keyof typeof QUOTE, string>> = {}) {
  const office = await openOffice();
  const { inquiry } = await bodyOf<{ inquiry: Inquiry }>(
    await office.shop.request('POST', '/api/contact', { body: { ...QUOTE, ...more } }),
    201,
  );
  const setStatus = (status: unknown, id: unknown = inquiry.id) => office.call('PATCH', `/api/contact/${id}/status`, { status });
  return { ...office, inquiry, setStatus };
}

describe('POST /api/contact', () => {
  test('returns 201 with the stored request', async ({ shop }) => {
    expect(await bodyOf(await shop.request('POST', '/api/contact', { body: QUOTE }), 201)).toEqual({
      success: true,
      inquiry: {
        id: 1,
        ...QUOTE,
        status: 'pending',
        confirmedAt: null,
        createdAt: '2026-11-20T20:00:00.000Z',
        clientId: null,
        workOrderId: null,
        workOrderDate: null,
      },
    });
    expect(shop.rows(contactInquiries)).toHaveLength(1);
  });

  test('requires only name, e-mail and service type, and ignores unknown fields', async ({ shop }) => {
    const body = { name: 'Jon', email: 'jon@example.com', serviceType: 'emergency', status: 'completed', id: 77, isAdmin: true };
    const { inquiry } = await bodyOf<{ inquiry: Record<string, unknown> }>(await shop.request('POST', '/api/contact', { body }), 201);
    expect(inquiry).toMatchObject({ id: 1, status: 'pending', phone: null, address: null, message: null });
    expect(inquiry).not.toHaveProperty('isAdmin');
  });

  test.for(['name', 'email', 'serviceType'].flatMap((field) => [undefined, null, ''].map((value) => [field, value] as const)))(
    'without %s (%j) is rejected with the documented sentence',
    async ([field, value], { shop }) => {
      const refusal = await refusalOf(await shop.request('POST', '/api/contact', { body: { ...QUOTE, [field]: value } }), 400);
      expect(refusal).toMatchObject({ message: MISSING, code: 'BAD_REQUEST', issues: [{ path: field, message: MISSING }] });
      expect(shop.rows(contactInquiries)).toEqual([]);
    },
  );

  test('names every missing field of an empty request', async () => {
    const refusal = await refusalOf(await openShop().request('POST', '/api/contact', { body: {} }), 400);
    expect(refusal.message).toBe(MISSING);
    expect(refusal.issues?.map((issue) => issue.path)).toEqual(['name', 'email', 'serviceType']);
  });

  test.each([
    ['email', 'not an address'],
    ['email', 'a@example.com, b@example.com'],
    ['email', 'Maria <maria@example.com>'],
    ['serviceType', 'gardening'],
  ])('rejects a wrong %s (%s) at its field', async (field, value) => {
    const refusal = await refusalOf(await openShop().request('POST', '/api/contact', { body: { ...QUOTE, [field]: value } }), 400);
    expect(refusal.message).not.toBe(MISSING);
    expect(refusal.issues?.map((issue) => issue.path)).toEqual([field]);
  });

  test('accepts a request with an expired token', async ({ shop }) => {
    await bodyOf(await shop.request('POST', '/api/contact', { body: QUOTE, token: 'x'.repeat(43) }), 201);
  });
});

describe('GET /api/contact', () => {
  test('returns requests newest first with their number, in pages', async () => {
    const { shop, call } = await openOffice();
    for (const name of ['A', 'B', 'C', 'D', 'E']) await shop.visitor.quotes.submit({ ...QUOTE, name });
    const first = await call('GET', '/api/contact?limit=2');
    expect(first.headers.get('x-next-cursor')).toBe('4');
    const page = await bodyOf<{ inquiries: Inquiry[]; total: number }>(first, 200);
    expect(Object.keys(page).sort()).toEqual(['inquiries', 'total']);
    expect([page.total, page.inquiries.map((inquiry) => inquiry.id)]).toEqual([5, [5, 4]]);
    const last = await call('GET', '/api/contact?limit=3&cursor=4');
    expect(last.headers.has('x-next-cursor')).toBe(false);
    const rest = await bodyOf<{ inquiries: Inquiry[]; total: number }>(last, 200);
    expect([rest.total, rest.inquiries.map((inquiry) => inquiry.id)]).toEqual([5, [3, 2, 1]]);
  });

  test('returns 500 by default and at most 1000', async () => {
    const { shop, call } = await openOffice();
    insertRow(shop.db, 'clients');
    for (let i = 0; i < 501; i++) insertRow(shop.db, 'contact_inquiries');
    const response = await call('GET', '/api/contact');
    expect(response.headers.get('x-next-cursor')).toBe('2');
    expect(await bodyOf(response, 200)).toMatchObject({ total: 501, inquiries: { length: 500 } });
    expect(await bodyOf(await call('GET', '/api/contact?limit=1000'), 200)).toMatchObject({ inquiries: { length: 501 } });
    await refusalOf(await call('GET', '/api/contact?limit=1001'), 400);
  });
});

describe('PATCH /api/contact/{id}/status', () => {
  test('returns the ids of the client and the work order that a confirmation creates', async ({ opened: { inquiry, setStatus } }) => {
    expect(await bodyOf(await setStatus('confirmed'), 200)).toEqual({
      ...inquiry,
      status: 'confirmed',
      confirmedAt: '2026-11-20T20:00:00.000Z',
      clientId: 1,
      workOrderId: 1,
      workOrderDate: '2026-11-21T20:00:00.000Z',
    });
  });

  test.each([
    ['residential', [45, 60, 30, 20]],
    ['commercial', [90, 30, 45, 15]],
    ['specialty', [30, 120, 20]],
    ['emergency', [15, 90, 60]],
  ])('starts a %s job with its documented components', async (serviceType, minutes) => {
    const { shop, setStatus } = await openOfficeWithRequest({ serviceType });
    await bodyOf(await setStatus('confirmed'), 200);
    expect(shop.rows(jobComponents).map((component) => component.estimatedTime)).toEqual(minutes);
  });

  test.each([
    [[], 'completed'],
    [['confirmed'], 'pending'],
    [['confirmed', 'completed'], 'confirmed'],
  ])('after %j rejects %s with 409 and both states', async (before, status) => {
    const { shop, setStatus } = await openOfficeWithRequest();
    for (const step of before) await bodyOf(await setStatus(step), 200);
    const from = before.at(-1) ?? 'pending';
    expect((await refusalOf(await setStatus(status), 409)).message).toBe(`A quote request that is ${from} cannot become ${status}.`);
    expect(shop.rows(contactInquiries)[0]?.status).toBe(from);
  });

  test('returns 200 and changes nothing for the same status', async ({ opened: { shop, setStatus } }) => {
    await setStatus('confirmed');
    const before = [shop.rows(contactInquiries), shop.rows(activity)];
    shop.clock.advance(5);
    expect(await bodyOf(await setStatus('confirmed'), 200)).toMatchObject({ confirmedAt: '2026-11-20T20:00:00.000Z' });
    expect([shop.rows(contactInquiries), shop.rows(activity)]).toEqual(before);
  });

  test.each([['archived'], [''], [null], [undefined], [1], [['confirmed']]])('rejects the status %j', async (status) => {
    const { setStatus } = await openOfficeWithRequest();
    expect((await refusalOf(await setStatus(status), 400)).issues?.[0]?.path).toBe('status');
  });

  test('returns 404 for an unknown request', async ({ opened: { setStatus } }) => {
    await refusalOf(await setStatus('confirmed', 99), 404);
  });
});

describe('DELETE /api/contact/all', () => {
  test('removes all requests, returns their number, and keeps clients and work orders', async ({ opened: { shop, call, setStatus } }) => {
    await setStatus('confirmed');
    await shop.visitor.quotes.submit(QUOTE);
    expect(await bodyOf(await call('DELETE', '/api/contact/all'), 200)).toEqual({ success: true, deletedCount: 2 });
    expect(await bodyOf(await call('GET', '/api/contact'), 200)).toEqual({ inquiries: [], total: 0 });
    await refusalOf(await setStatus('completed'), 404);
    expect([clients, workOrders].map((table) => shop.rows(table).length)).toEqual([1, 1]);
    expect(await bodyOf(await call('DELETE', '/api/contact/all'), 200)).toEqual({ success: true, deletedCount: 0 });
  });
});
