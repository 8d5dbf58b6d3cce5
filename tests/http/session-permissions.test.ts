import { describe, expect, test } from 'vitest';
import { REST_ROWS } from '../../src/server/http/rest/table';
import { bodyOf, openOffice, PUBLIC_CALLS, refusalOf, type Shop } from '../support/http';
import { INVOICE, RECEIPT } from '../support/invoices';
import { insertRow } from '../support/rows';
import { ADMIN, QUOTE } from '../support/shop';
import { MEMBER } from '../support/team';

const logIn = (shop: Shop, body: unknown = ADMIN, headers: Record<string, string> = {}) =>
  shop.request('POST', '/api/admin/login', { body, headers });
/** Every documented call that is not public, with a body that would change something. */
const STAFF_CALLS: [method: string, path: string, row: string, body?: unknown][] = [
  ['POST', '/api/admin/logout', '/admin/logout'],
  ['GET', '/api/contact', '/contact'],
  ['PATCH', '/api/contact/1/status', '/contact/{id}/status', { status: 'completed' }],
  ['DELETE', '/api/contact/all', '/contact/all'],
  ['GET', '/api/clients', '/clients'],
  ['POST', '/api/clients', '/clients', { ...QUOTE }],
  ['GET', '/api/work-orders', '/work-orders'],
  ['POST', '/api/work-orders', '/work-orders', { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T20:00:00Z' }],
  ['PATCH', '/api/work-orders/1/status', '/work-orders/{id}/status', { status: 'in-progress' }],
  ['POST', '/api/job-components', '/job-components', { workOrderId: 1, component: 'Windows' }],
  ['PATCH', '/api/job-components/1', '/job-components/{id}', { isCompleted: true }],
  ['POST', '/api/products', '/products', { name: 'Mop', price: '12.50', category: 'Tools', stockQuantity: 3 }],
  ['PATCH', '/api/products/1', '/products/{id}', { stockQuantity: 9 }],
  ['PUT', '/api/products/1', '/products/{id}', { price: 1 }],
  ['DELETE', '/api/products/1', '/products/{id}'],
  ['GET', '/api/team-members', '/team-members'],
  ['GET', '/api/team-members/active', '/team-members/active'],
  ['GET', '/api/team-members/1', '/team-members/{id}'],
  ['POST', '/api/team-members', '/team-members', { ...MEMBER, email: 'new@example.com' }],
  ['PATCH', '/api/team-members/1', '/team-members/{id}', { phone: '(250) 555-0100' }],
  ['PATCH', '/api/team-members/1/deactivate', '/team-members/{id}/deactivate'],
  ['POST', '/api/team/logout', '/team/logout'],
  ['GET', '/api/invoices', '/invoices'],
  ['POST', '/api/invoices', '/invoices', INVOICE],
  ['PATCH', '/api/invoices/1', '/invoices/{id}', { status: 'paid' }],
  ['DELETE', '/api/invoices/1', '/invoices/{id}'],
  ['POST', '/api/email-invoice', '/email-invoice', { invoiceId: 1, customerEmail: 'maria@example.com' }],
  ['GET', '/api/receipts', '/receipts'],
  ['POST', '/api/receipts', '/receipts', RECEIPT],
  ['DELETE', '/api/receipts/1', '/receipts/{id}'],
  ['POST', '/api/email-receipt', '/email-receipt', { receiptId: 1, customerEmail: 'maria@example.com' }],
  ['GET', '/api/ai/status', '/ai/status'],
  ['POST', '/api/ai/start', '/ai/start'],
  ['POST', '/api/ai/stop', '/ai/stop'],
  ['GET', '/api/canaan/status', '/canaan/status'],
  ['POST', '/api/canaan/start', '/canaan/start'],
  ['POST', '/api/canaan/stop', '/canaan/stop'],
  ['POST', '/api/automation/workers/engagement/run', '/automation/workers/{key}/run'],
  ['GET', '/api/achievements', '/achievements'],
  ['GET', '/api/achievements/unlocked', '/achievements/unlocked'],
  ['GET', '/api/achievements/stats', '/achievements/stats'],
  ['POST', '/api/achievements/check', '/achievements/check'],
  ['GET', '/api/facebook/test', '/facebook/test'],
  ['POST', '/api/facebook/post', '/facebook/post', { message: 'Hello', type: 'business-update', platform: 'facebook' }],
  ['POST', '/api/facebook/auto-post', '/facebook/auto-post'],
];
/** Calls that need an assignment or a member's session; principals.test.ts covers their permissions. */
const FIELD_CALLS = [
  'POST /team/password',
  'GET /work-order-assignments',
  'POST /work-order-assignments',
  'PATCH /work-order-assignments/{id}/status',
  'PATCH /work-order-assignments/{id}/dispatch',
  'GET /work-orders/assigned/{id}',
  'PATCH /work-orders/{id}/dispatch',
  'PATCH /work-orders/{id}/team-status',
];

describe('permissions', () => {
  test('cover every REST row', () => {
    const listed = [...PUBLIC_CALLS, ...FIELD_CALLS, ...STAFF_CALLS.map(([method, , row]) => `${method} ${row}`)];
    expect(REST_ROWS.map(([method, path]) => `${method} ${path}`).sort()).toEqual(listed.sort());
  });

  test.each(STAFF_CALLS)('%s %s is rejected for everyone but the owner and changes nothing', async (method, path, _row, body) => {
    const { shop, token, wait } = await openOffice();
    await shop.visitor.quotes.submit(QUOTE);
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    insertRow(shop.db, 'team_members');
    insertRow(shop.db, 'products');
    insertRow(shop.db, 'invoices');
    insertRow(shop.db, 'receipts', { invoice_id: null });
    const { token: loggedOut } = await bodyOf<{ token: string }>(await logIn(shop), 200);
    await shop.request('POST', '/api/admin/logout', { token: loggedOut });
    const expectKeptOut = async (proofs: Parameters<Shop['request']>[2][]) => {
      const before = shop.db.$client.serialize();
      for (const proof of proofs)
        expect((await refusalOf(await shop.request(method, path, { body, ...proof }), 401)).code).toBe('UNAUTHORIZED');
      expect(shop.db.$client.serialize().equals(before)).toBe(true);
    };
    const cookie = (value: string) => ({ headers: { cookie: `tidyline-admin=${value}` } });
    await expectKeptOut([
      {},
      { token: 'x'.repeat(43) },
      cookie('x'.repeat(43)),
      { token: loggedOut },
      cookie(loggedOut),
      { headers: { authorization: token } },
      { headers: { authorization: `Basic ${token}` } },
      { token: "' or 1=1 --" },
    ]);
    wait(30 * 60);
    await expectKeptOut([{ token }, cookie(token)]);
    wait(-30 * 60);
    expect((await shop.request(method, path, { body, token })).ok).toBe(true);
  });
});
