import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { closeDb } from '../../db/client';
import { workOrders } from '../../db/schema';
import { recordFinding } from '../../src/server/automation/opportunities';
import { hashToken } from '../../src/server/session/tokens';
import { bookSlot, slotOf } from '../support/booking';
import { openMemberSession, phoneOf } from '../support/field';
import { appOf } from '../support/http';
import { lookUpKeys, SECRET } from '../support/interac';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { WEEKLY } from '../support/plans';
import { openClientSession } from '../support/portal';
import { addPrices } from '../support/prices';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { waiter } from '../support/waitlist';
import { CART, EVENT_SECRET, LINK, PASSWORD, PAY_TOKEN, STARTED_JOB } from './keys';
import { QuietCards, QuietGeocoder, QuietModel, QuietPage, QuietSms } from './quiet-providers';

const CLIENT = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };
const JOB = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-21T17:00:00.000Z', estimatedDuration: 120 };
const DEE = {
  employeeId: 'E-1',
  firstName: 'Dee',
  lastName: 'Marsh',
  email: 'dee@example.com',
  phone: '(250) 555-0104',
  hireDate: '2025-03-03',
  password: PASSWORD,
};

async function addPeople({ admin }: Shop) {
  await admin.clients.create({ ...CLIENT, latitude: 50.67, longitude: -120.33 });
  await admin.clients.create({ ...CLIENT, name: 'Maria S.', email: 'm.santos@example.com' });
  await admin.clients.create({ ...CLIENT, name: 'Anna Berg', email: 'anna@example.com', phone: '(250) 555-0177' });
  await admin.clients.addAddress({ clientId: 1, label: 'Cottage', address: '2 Lake Rd' });
  for (const [firstName, employeeId] of [
    ['Dee', 'E-1'],
    ['Kim', 'E-2'],
    ['Sam', 'E-3'],
  ] as const)
    await admin.team.create({ ...DEE, firstName, employeeId, email: `${firstName.toLowerCase()}@example.com` });
  await admin.admins.add({ username: 'second', password: PASSWORD });
  await admin.consents.record({ email: CLIENT.email, source: 'said on the phone' });
}

/** Job 1: accepted by Dee; 2: unassigned; 3: offered to Dee; 4: completed; 5: of the booking, completed; 6: of the next booking. */
async function addJobs(shop: Shop) {
  const { admin } = shop;
  for (let count = 1; count <= 4; count++) await admin.dispatch.createWorkOrder({ ...JOB, totalAmount: '149.00' });
  await admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Kitchen', estimatedTime: 45 });
  await admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
  const dee = phoneOf(shop, 1);
  await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
  await admin.dispatch.assign({ workOrderId: 3, teamMemberId: 1 });
  for (const status of ['in-progress', 'completed'] as const) await admin.dispatch.setWorkOrderStatus({ id: 4, status, confirm: true });
  await dee.team.requestTimeOff({ startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Holidays' });
}

/** Bookings: 1 of a friend of Anna's, whose job is done; 2 to come; 3 without a work order. */
async function addBookings(shop: Shop) {
  const { code } = await shop.admin.offers.makeCode({ clientId: 3 });
  const windows = ['10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00'] as const;
  const slots = [];
  for (const window of windows) slots.push((await slotOf(shop, '2026-11-24', window)).id);
  const [first = 0, second = 0, third = 0, free = 0] = slots;
  await bookSlot(shop, first, { ref: code, clientEmail: 'jon@example.com', clientPhone: '(250) 555-0142', clientName: 'Jon Toews' });
  const { token } = await bookSlot(shop, second, { totalAmount: '99.00' });
  await shop.admin.settings.save({ createWorkOrders: false });
  await bookSlot(shop, third, { clientEmail: 'ann@example.com', clientPhone: '(250) 555-0199' });
  await shop.admin.settings.save({ createWorkOrders: true });
  for (const status of ['in-progress', 'completed'] as const)
    await shop.admin.dispatch.setWorkOrderStatus({ id: 5, status, confirm: true });
  await shop.admin.booking.closeDay({ date: '2026-12-25', reason: 'Christmas' });
  const waitlistToken = await addWaiter(shop);
  const visit = shop.db.select({ token: workOrders.visitToken }).from(workOrders).where(eq(workOrders.id, 6)).get()?.token ?? '';
  return { code, token, visit, slotId: free, waitlistToken };
}

/** Adds a visitor with the offer of a place on December 1, and a full window on December 2. Returns their token. */
async function addWaiter({ admin, visitor }: Shop) {
  const day = { date: '2026-12-01', timeSlot: '10:00-12:00' } as const;
  await admin.booking.changeSlots({ ...day, maxBookings: 0 });
  const { token } = await visitor.booking.joinWaitlist(waiter('Ann', day));
  await admin.booking.changeSlots({ ...day, maxBookings: 1 });
  await admin.booking.changeSlots({ ...day, date: '2026-12-02', maxBookings: 0 });
  return token;
}

/** Adds invoices (1 is open, 2 in the bin, 3 of booking 1, 4 a draft, 5 overdue) and receipts (1 pays a part of invoice 1, 2 nothing, 3 order 2). */
async function addMoney({ admin, visitor, db }: Shop) {
  const product = { price: '19.95', category: 'Tools', costPrice: '10.90', stockQuantity: 40, reorderLevel: 5 };
  for (const name of ['Squeegee', 'Soap', 'Gift Card'])
    await admin.inventory.createProduct({ ...product, name, category: name === 'Gift Card' ? 'Gift Cards' : 'Tools' });
  const order = {
    ...{ customerName: CLIENT.name, customerEmail: CLIENT.email, customerPhone: CLIENT.phone },
    shippingAddress: CLIENT.address,
  };
  const items = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ];
  const { id: publicId } = await visitor.store.placeOrder({ ...order, paymentMethod: 'interac', items });
  await visitor.store.placeOrder({ ...order, paymentMethod: 'cash', items });
  await visitor.store.saveCart({ id: CART, items: [{ productId: 1, quantity: 1 }], email: CLIENT.email, consent: true });
  await admin.invoices.create(INVOICE);
  db.$client.prepare('update invoices set pay_token = ?').run(PAY_TOKEN);
  insertRow(db, 'client_links', { token_hash: hashToken(LINK), email: CLIENT.email, expires_at: '2026-12-20T20:00:00.000Z' });
  await admin.invoices.create({ ...INVOICE, customerName: 'Jon Toews' });
  await admin.invoices.delete({ id: 2 });
  await admin.invoices.create({ ...(await admin.invoices.forJob({ workOrderId: 5 })), subtotal: '100.00' });
  await admin.invoices.create({ ...INVOICE, status: 'draft', customerEmail: null });
  await admin.invoices.create({ ...INVOICE, dueDate: '2026-11-19' });
  await admin.invoices.markHandedOver({ id: 5 });
  await admin.invoices.recordPayment({ id: 1, amount: '60.00', paymentMethod: 'e-transfer', paymentDate: '2026-11-19' });
  await admin.invoices.createReceipt(RECEIPT);
  await admin.invoices.createCreditNote({ invoiceId: 1, amount: '10.00', reason: 'One room was left out' });
  await admin.store.setOrderPayment({ orderNumber: 2, paid: { method: 'cash', date: '2026-11-20' } });
  await admin.store.setOrderStatus({ orderNumber: 2, status: 'processing' });
  await admin.market.addPrice({ competitor: 'Shiny Ltd', service: 'residential', price: '120.00', unit: 'job', observedOn: '2026-11-01' });
  return { publicId };
}

/** Plan 1, every Tuesday; 2 is proposed by a booking. */
async function addPlans(shop: Shop) {
  await shop.admin.plans.create(WEEKLY);
  const { id } = await slotOf(shop, '2026-11-25', '10:00-12:00');
  await bookSlot(shop, id, { frequency: 'week' });
}

/** Quote requests 1 to 3 (2 confirmed), opportunities 1 and 2, posts 1 and 2, and messages by what state they are in. */
async function addGrowth(shop: Shop) {
  const { admin, visitor, db, ctx } = shop;
  const quote = { ...CLIENT, serviceType: 'residential', message: 'Every two weeks, please.' } as const;
  for (let count = 1; count <= 3; count++) await visitor.quotes.submit(quote);
  await visitor.quotes.submit({ name: CLIENT.name, email: 'nowhere@example.com', serviceType: 'commercial' });
  await admin.quotes.setStatus({ id: 2, status: 'confirmed' });
  await admin.quotes.setStatus({ id: 4, status: 'confirmed' });
  await admin.automation.runNow({ key: 'quote-optimisation' });
  for (const subjectId of [1, 3])
    recordFinding(ctx, 1, {
      kind: 'partnership',
      dedupeKey: `p${subjectId}`,
      subjectType: 'client',
      subjectId,
      title: 'T',
      reason: '3 jobs.',
      score: 50,
      evidence: [],
    });
  await admin.social.createPost({ content: 'Baking soda takes tea stains out.' });
  await admin.social.approvePost({ id: 1 });
  await admin.social.createPost({ content: 'Windows in November.', scheduledFor: '2026-11-24T17:00:00.000Z' });
  const message = { purpose: 'job-done', marketing: 0, related_type: null, related_id: null };
  insertRow(db, 'outbox', { ...message, status: 'draft', dedupe_key: 'd', message_id: '<d@shop.test>' });
  insertRow(db, 'outbox', { ...message, status: 'failed', attempts: 8, last_error: 'x', dedupe_key: 'f', message_id: '<f@shop.test>' });
  insertRow(db, 'outbox', { ...message, purpose: 'quote-follow-up', dedupe_key: 'm', message_id: '<m@shop.test>' });
  insertRow(db, 'outbox', { ...message, status: 'unknown', attempts: 1, dedupe_key: 'u', message_id: '<u@shop.test>' });
  const idOf = (key: string) => db.$client.prepare<[string], number>('select id from outbox where dedupe_key = ?').pluck().get(key) ?? 0;
  db.$client
    .prepare("insert into marketing_recipients (email, token, created_at) values (?, ?, '2026-11-20T20:00:00.000Z')")
    .run(CLIENT.email, 'u'.repeat(22));
  return { draftId: idOf('d'), failedId: idOf('f'), unconfirmedId: idOf('u') };
}

/** Priced quotes: 1 is sent, 2 is a draft. Returns the token of the first. */
async function addQuotes({ admin }: Shop): Promise<string> {
  const lines = [{ kind: 'service', description: 'Windows', price: '100.00', minutes: 60 } as const];
  for (let count = 1; count <= 2; count++) await admin.quoting.compose({ clientId: 1, serviceType: 'residential', lines });
  return (await admin.quoting.send({ id: 1 })).token ?? '';
}

/** The files of a logo, a product and a job, which come through the doors that people use. */
async function addPictures(shop: Shop, send: (path: string, form: FormData, isMember?: boolean) => Promise<Response>) {
  const mark = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const white = sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } });
  const bytes = await white
    .composite([{ input: mark }])
    .png()
    .toBuffer();
  const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
  const formOf = (more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('image', picture, 'picture.png');
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    return form;
  };
  const made = await send('/api/upload-image', formOf());
  const { imageUrl } = (await made.json()) as { imageUrl: string };
  await shop.admin.inventory.updateProduct({ id: 1, imageUrl });
  await send('/api/company-logo', formOf());
  await send('/api/work-orders/1/photos', formOf({ kind: 'before' }), true);
  return { imageUrl, formOf };
}

/**
 * A company that has one of everything, in a file of its own, where each call of the house can succeed; and who may make them.
 * Nothing outside it is asked.
 */
export async function openCompany() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-fuzz-'));
  const shop = openShop({
    file: path.join(folder, 'tidyline.db'),
    hasMailServer: true,
    facebook: new QuietPage('104', 'token'),
    sms: new QuietSms('http://127.0.0.1:9', 'key', '+12505550100'),
    cards: new QuietCards('sk_test_1'),
    cardEventSecret: EVENT_SECRET,
    interacSecret: SECRET,
    lookUpDns: lookUpKeys,
    languageModel: new QuietModel('http://127.0.0.1:9', 'key', 'model'),
    mapSources: { geocoder: new QuietGeocoder('http://127.0.0.1:9', 'Tidyline') },
  });
  const { token } = await shop.logIn();
  const clientFolder = path.join(folder, 'client');
  mkdirSync(path.join(clientFolder, 'assets'), { recursive: true });
  writeFileSync(path.join(clientFolder, 'assets', 'a.js'), '1');
  const { contextOf } = shop;
  const { facebook, languageModel, mapSources, sms, cards, cardEventSecret, interacSecret, lookUpDns } = contextOf({ kind: 'visitor' });
  const outside = {
    facebook,
    languageModel,
    mapSources,
    sms,
    cards,
    cardEventSecret,
    interacSecret,
    lookUpDns,
    hasMailServer: true,
    uploadFolder: shop.uploadFolder,
  };
  const app = appOf(shop, { ...outside, clientFolder: path.relative(process.cwd(), clientFolder) });
  // The first page loads the modules of all pages, which may take longer than a call is allowed.
  await app.request('http://shop.test/');
  await addPeople(shop);
  await addJobs(shop);
  const booked = await addBookings(shop);
  const sold = await addMoney(shop);
  insertRow(shop.db, 'money_in', { amount_cents: 100 });
  insertRow(shop.db, 'todos');
  await addPrices(shop);
  await addPlans(shop);
  const found = await addGrowth(shop);
  const quote = await addQuotes(shop);
  await shop.admin.dispatch.createWorkOrder({ ...JOB, workOrderId: STARTED_JOB });
  await shop.admin.dispatch.setWorkOrderStatus({ id: STARTED_JOB, status: 'in-progress' });
  const headers = {
    public: {} as Record<string, string>,
    admin: { authorization: `Bearer ${token}` },
    member: { cookie: openMemberSession(shop, 1) },
    client: { cookie: openClientSession(shop, 1) },
    /** None of several clients is chosen yet. */
    choosing: { cookie: openClientSession(shop, 0, 1) },
  };
  const pictures = await addPictures(shop, async (to, body, isMember = false) => {
    const made = await app.request(`http://shop.test${to}`, { method: 'POST', headers: headers[isMember ? 'member' : 'admin'], body });
    if (!made.ok) throw new Error(`${to}: ${await made.text()}`);
    return made;
  });
  // The thread that makes PDF takes its time to start.
  await (await app.request('http://shop.test/company-profile.pdf')).arrayBuffer();
  const { updatedAt } = await shop.admin.invoices.get({ id: 4 });
  const { name: backup } = await shop.admin.data.backUp();
  const settings = {
    ...(await shop.admin.settings.get()),
    messageTemplates: { 'quote-received': { subject: 'Hello', body: 'Good day.' } },
  };
  const close = () => {
    closeDb(shop.db);
    rmSync(folder, { recursive: true, force: true });
  };
  return { shop, app, headers, folder, close, ...booked, ...sold, ...found, quote, ...pictures, backup, settings, updatedAt };
}
export type Company = Awaited<ReturnType<typeof openCompany>>;
