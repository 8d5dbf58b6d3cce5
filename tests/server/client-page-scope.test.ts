import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { invoices, receipts, workOrderPhotos } from '../../db/schema';
import { slotOf } from '../support/booking';
import { RULES } from '../support/call-rules';
import { MARIA } from '../support/dispatch';
import { addMember, openMemberSession, phoneOf } from '../support/field';
import { openClientSession } from '../support/portal';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

const ZORN = { name: 'Beatrix Zorn', email: 'zorn@example.com', phone: '(250) 555-0199', address: '77 Zorn Lane, Kamloops' };
const NOTES = { accessGate: 'Zorngate', accessAlarm: null, accessPets: null, accessKey: null };
const JOB = { clientId: 2, serviceType: 'residential', scheduledDate: '2026-11-20T17:00:00.000Z', estimatedDuration: 120 };

/** Opens a shop in which client 2 has a row of every kind and client 1 no rows. */
async function openWithTwo() {
  const shop = openShop();
  const { admin } = shop;
  addMember(shop);
  await admin.clients.create(MARIA);
  await admin.clients.create({ ...ZORN, notes: 'Zorn pays late.' });
  await admin.clients.addAddress({ clientId: 2, label: 'Zorn cottage', address: '2 Zorn Rd' });
  const zorn = shop.client(2);
  await zorn.portal.setAccess({ addressId: null, ...NOTES });
  const done = await admin.dispatch.createWorkOrder({ ...JOB, totalAmount: '149.00', notes: 'Zorn: bring two ladders.' });
  await admin.dispatch.assign({ workOrderId: done.id, teamMemberId: 1 });
  await phoneOf(shop, 1).field.respond({ id: done.id, accepted: true, teamMemberId: 1 });
  for (const status of ['in-progress', 'completed'] as const)
    await admin.dispatch.setWorkOrderStatus({ id: done.id, status, confirm: true });
  const next = await admin.dispatch.createWorkOrder({ ...JOB, scheduledDate: '2026-11-28T17:00:00.000Z' });
  insertRow(shop.db, 'work_order_photos', { work_order_id: done.id, file_name: 'zorn.jpg' });
  mkdirSync(shop.uploadFolder, { recursive: true });
  writeFileSync(path.join(shop.uploadFolder, 'zorn.jpg'), 'Zorn');
  await zorn.portal.rate({ workOrderId: done.id, stars: 4, text: 'Zorn likes it.' });
  const plan = await admin.plans.create({
    ...{ clientId: 2, serviceType: 'Zorn cleaning', rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-12-01', startTime: '10:00' },
    ...{ minutes: 120, price: '120.00' },
  });
  const invoice = await admin.invoices.createFromWorkOrder({ id: done.id });
  await admin.invoices.recordPayment({ id: invoice.id, amount: '20.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
  await admin.invoices.create({
    ...{
      customerName: ZORN.name,
      customerEmail: ZORN.email,
      serviceType: 'Zorn windows',
      serviceDate: '2026-11-18',
      dueDate: '2026-12-04',
    },
    subtotal: '100.00',
  });
  const quote = await admin.quoting.compose({
    clientId: 2,
    serviceType: 'residential',
    lines: [{ kind: 'service', description: 'Zorn windows', price: '100.00', minutes: 60 }],
  });
  await admin.quoting.send({ id: quote.id });
  await zorn.portal.sendMessage({ text: 'This is Zorn.' });
  insertRow(shop.db, 'client_messages', { client_id: 2, from: 'office', text: 'Hello Ms. Zorn', read_at: null });
  const { id: slotId } = await slotOf(shop, '2026-11-25');
  const [photo] = shop.rows(workOrderPhotos);
  const [receipt] = shop.rows(receipts);
  return {
    shop,
    ids: { done: done.id, next: next.id, plan: plan.id, slotId, photo: photo?.id, receipt: receipt?.id, invoice: invoice.id },
  };
}

let all: Awaited<ReturnType<typeof openWithTwo>>;
beforeAll(async () => {
  all = await openWithTwo();
});

type Ids = typeof all.ids;
type Call = { input: (ids: Ids) => object; stranger: 200 | 404 };
const ofRow = (input: Call['input']): Call => ({ input, stranger: 404 });
const ofAll = (input: object = {}): Call => ({ input: () => input, stranger: 200 });
const contact = { name: 'Someone', email: 'someone@example.com', phone: '(250) 555-0100', address: '1 Elm St' };

/** The calls of the page: the one client has no row that the other's ids name. */
const CALLS: Record<string, Call> = {
  account: ofAll(),
  home: ofAll(),
  visits: ofAll({ view: 'past' }),
  plans: ofAll(),
  quotes: ofAll(),
  invoices: ofAll(),
  receipts: ofAll(),
  messages: ofAll(),
  markRead: ofAll(),
  confirmVisit: ofRow(({ next }) => ({ workOrderId: next })),
  rate: ofRow(({ done }) => ({ workOrderId: done, stars: 1 })),
  bookAgainOptions: ofRow(({ done }) => ({ workOrderId: done })),
  bookAgain: ofRow(({ done, slotId }) => ({ workOrderId: done, slotId, bookingReference: 'SPC-1795204800000-ABCDE' })),
  skipVisit: ofRow(({ plan }) => ({ planId: plan, date: '2026-12-01' })),
  unskipVisit: ofRow(({ plan }) => ({ planId: plan, date: '2026-12-01' })),
  pausePlan: ofRow(({ plan }) => ({ planId: plan, until: '2026-12-20' })),
  resumePlan: ofRow(({ plan }) => ({ planId: plan })),
  requestPlanChange: ofRow(({ plan }) => ({ planId: plan, text: 'Later, please.' })),
  setAccess: ofRow(() => ({ addressId: 1, ...NOTES })),
  setConsents: ofAll({ offers: false, sms: false }),
  setContact: ofAll(contact),
  sendMessage: ofAll({ text: 'Hello' }),
  signOutEverywhere: ofAll(),
};
const QUERIES = ['account', 'home', 'visits', 'plans', 'quotes', 'invoices', 'receipts', 'messages', 'bookAgainOptions'];

async function call(name: string, headers: Record<string, string>): Promise<{ status: number; told: string }> {
  const input = CALLS[name]?.input(all.ids) ?? {};
  const answer = QUERIES.includes(name)
    ? await all.shop.request('GET', `/trpc/portal.${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
    : await all.shop.request('POST', `/trpc/portal.${name}`, { headers, body: input });
  return { status: answer.status, told: await answer.text() };
}
/** Runs a call and undoes it, so that all calls share one shop. */
async function undone<Told>(run: () => Promise<Told>): Promise<Told> {
  const { $client } = all.shop.db;
  $client.exec('begin');
  try {
    return await run();
  } finally {
    $client.exec('rollback');
  }
}
const as = (id: number) => ({ cookie: openClientSession(all.shop, id) });

describe('a client cannot reach the rows of another one', () => {
  test('by any call of the page, which are all listed here', () => {
    const names = Object.entries(RULES).flatMap(([name, rule]) => (rule === 'client' ? name.replace('portal.', '') : []));
    expect(names.sort()).toEqual(Object.keys(CALLS).sort());
  });
  test.each(Object.keys(CALLS))('by portal.%s', async (name) => {
    await undone(async () => {
      const { status, told } = await call(name, as(1));
      expect(status, told).toBe(CALLS[name]?.stranger);
      expect(told).not.toMatch(/zorn/i);
    });
    // The same call is good for the client of the rows.
    await undone(async () => {
      const { status, told } = await call(name, as(2));
      expect(status, told).toBe(200);
      if (QUERIES.includes(name) && !['visits', 'quotes', 'invoices', 'receipts'].includes(name)) expect(told).toMatch(/zorn/i);
    });
  });
  test.each(['visits', 'quotes', 'invoices', 'receipts'])('in the empty list of portal.%s, which is full for the other', async (name) => {
    await undone(async () => {
      expect((await call(name, as(1))).told).toMatch(/"rows":\[\]/);
      expect((await call(name, as(2))).told).toMatch(/"rows":\[\{/);
    });
  });
  test.each([
    ['an invoice', ({ invoice }: Ids) => `/my/invoices/${invoice}.pdf`, 'application/pdf'],
    ['a receipt', ({ receipt }: Ids) => `/my/receipts/${receipt}.pdf`, 'application/pdf'],
    ['a photo', ({ done, photo }: Ids) => `/api/work-orders/${done}/photos/${photo}`, 'image/jpeg'],
  ])('by the file of %s', async (_what, toPath, type) => {
    const asked = toPath(all.ids);
    await undone(async () => {
      expect((await all.shop.request('GET', asked)).status).toBe(401);
      const refused = await all.shop.request('GET', asked, { headers: as(1) });
      expect([refused.status, await refused.text()]).toEqual([404, expect.not.stringMatching(/zorn/i)]);
      const given = await all.shop.request('GET', asked, { headers: as(2) });
      expect([given.status, given.headers.get('content-type')]).toEqual([200, type]);
    });
  });
  test('by the number of a file that does not exist', async () => {
    for (const asked of ['/my/invoices/0.pdf', '/my/receipts/99.pdf', '/my/invoices/9999999999999999.pdf'])
      expect((await all.shop.request('GET', asked, { headers: as(2) })).status, asked).toBe(404);
  });
  test('as a member of the team, who sees the photos of their own jobs and of their own visits', async () => {
    await undone(async () => {
      const asked = `/api/work-orders/${all.ids.done}/photos/${all.ids.photo}`;
      addMember(all.shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
      const statusFor = async (memberId: number, clientId: number) => {
        const cookie = `${openMemberSession(all.shop, memberId)}; ${openClientSession(all.shop, clientId)}`;
        return (await all.shop.request('GET', asked, { headers: { cookie } })).status;
      };
      expect([await statusFor(1, 1), await statusFor(2, 2), await statusFor(2, 1)]).toEqual([200, 200, 403]);
    });
  });
  test('by a download of data, which has all rows of its own client and neither notes of the office nor keys of links', async () => {
    await undone(async () => {
      const other = await all.shop.request('GET', '/my/data.json', { headers: as(1) });
      expect(await other.text()).not.toMatch(/zorn/i);
      const own = await all.shop.request('GET', '/my/data.json', { headers: as(2) });
      expect(own.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
      const text = await own.text();
      const data = JSON.parse(text);
      expect(data.client).toMatchObject({ ...ZORN, ...NOTES, addresses: [{ label: 'Zorn cottage' }] });
      for (const kind of ['quotes', 'plans', 'visits', 'ratings', 'invoices', 'receipts', 'messages'])
        expect(data[kind].length, kind).toBeGreaterThan(0);
      expect(data.invoices).toHaveLength(2);
      expect(text).not.toMatch(/pays late|ladders|Token|\/(pay|quote|manage|visit)\//);
    });
  });
});

test('lists own invoices and receipts with what is owed and the link to pay', async () => {
  await undone(async () => {
    const zorn = all.shop.client(2);
    const { rows } = await zorn.portal.invoices({ limit: 1 });
    const [newest] = all.shop.rows(invoices).slice(-1);
    expect(rows).toMatchObject([
      { id: newest?.id, total: '119.00', balance: '119.00', payUrl: `/pay/${newest?.payToken}`, status: 'pending' },
    ]);
    expect(await zorn.portal.home()).toMatchObject({ openInvoices: 2, openBalance: '276.31', quotes: 1, unread: 1 });
    expect((await zorn.portal.receipts({})).rows).toMatchObject([{ amount: '20.00', method: 'cash', isRefund: false }]);
    await all.shop.admin.invoices.delete({ id: newest?.id ?? 0 });
    expect((await zorn.portal.invoices({})).rows).toHaveLength(1);
  });
});

test('does not let the office or a member read a client’s page', async () => {
  const { token } = await all.shop.logIn();
  const sessions: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie: openMemberSession(all.shop, 1) }];
  for (const headers of sessions) for (const name of QUERIES) expect((await call(name, headers)).status, name).toBe(401);
});

test('gives each of several clients with one e-mail address the invoices of their own jobs and of their own name', async () => {
  const shop = openShop();
  for (const name of ['Maria Santos', 'Luis Santos']) await shop.admin.clients.create({ ...MARIA, name });
  const { id } = await shop.admin.dispatch.createWorkOrder({ ...JOB, totalAmount: '149.00' });
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
  await shop.admin.invoices.createFromWorkOrder({ id });
  const form = { serviceType: 'Windows', serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '100.00', customerEmail: MARIA.email };
  for (const customerName of ['Luis  santos', 'Maria Santos', 'The Santos Family'])
    await shop.admin.invoices.create({ ...form, customerName });
  const numbersOf = async (client: number) => (await shop.client(client).portal.invoices({})).rows.map((row) => row.id);
  expect(await numbersOf(1)).toEqual([4, 3]);
  expect(await numbersOf(2)).toEqual([4, 2, 1]);
});
