import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { OWNER } from './owner';
import { payPathOf, type Sent, visitPathIn } from './screens';

/** Marks that would run, or draw something of their own, wherever they were taken for markup. */
const MARKUP = [
  '<script>window.__xss=%</script>',
  '"><img src=x onerror=window.__xss=%>',
  "' onmouseover='window.__xss=%'",
  '</script><svg onload=window.__xss=%>',
  '</title></textarea><img src=x onerror=window.__xss=%>',
  '<a href=javascript:window.__xss=%>x</a>',
  'javascript:window.__xss=%//',
  '&lt;b&gt;&#60;img src=x onerror=window.__xss=%&#62;',
];
const SHORT = '<img src=x onerror=__xss=%>';
const SHORTEST = '<i onclick=__xss=%>';

/** Hands out such words, each with a number of its own, and knows what each was for. */
class Words {
  readonly given = new Map<string, string>();
  #count = 100;

  /** A line of at most `longest` characters for a field. */
  line(field: string, longest = 120): string {
    this.#count += 1;
    const markup = longest < 40 ? SHORTEST : longest < 60 ? SHORT : MARKUP[this.#count % MARKUP.length];
    const text = `Q${this.#count} ${markup?.replace('%', String(this.#count))}`;
    if (text.length > longest) throw new Error(`${field} is too short for ${text}.`);
    this.given.set(text, field);
    return text;
  }
}

type Json = Record<string, unknown>;
type Made = { id: number };

/** A company in which everything that anybody may type is markup, made through the calls that people use. */
export async function makeHostileCompany(origin: string, words = new Words()) {
  const send = async <T = Made>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
  const { token } = await send<{ token: string }>('POST', '/api/admin/login', OWNER);
  const admin = { authorization: `Bearer ${token}` };
  const office = async <T = Made>(call: string, input?: unknown): Promise<T> =>
    (await send<{ result: { data: T } }>('POST', `/trpc/${call}`, input, admin)).result.data;
  const w = (field: string, longest?: number) => words.line(field, longest);
  const today = businessDay(new Date());
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const soon = new Date(Date.now() + 3_600_000).toISOString();

  const settings = await send<{ result: { data: { company: Json } } }>('GET', '/trpc/settings.get', undefined, admin);
  const facts = ['name', 'city', 'region'].map((name) => [name, w(`company ${name}`, name === 'name' ? 80 : 60)]);
  await office('settings.save', {
    company: {
      ...settings.result.data.company,
      ...Object.fromEntries(facts),
      shortName: w('company short name', 40),
      street: w('company street'),
      gstNumber: w('GST number', 30),
      pstNumber: w('PST number', 30),
      regions: [w('region', 60), w('region', 60)],
      towns: [w('town', 60)],
    },
    paymentInstructions: Object.fromEntries(['interac', 'direct-deposit', 'cash', 'cheque'].map((way) => [way, w(`how to pay by ${way}`)])),
  });
  for (const purpose of ['quote-received', 'booking-confirmed', 'order-received'])
    await office('mail.saveTemplate', {
      purpose,
      subject: w(`subject of ${purpose}`),
      body: `${w(`body of ${purpose}`)}\n{{customerName}}`,
    });
  await office('admins.add', { username: w('username', 60), password: 'a long password' });

  // Clients, with all that is known of them.
  const place = () => ({
    address: w('address'),
    accessGate: w('gate'),
    accessAlarm: w('alarm'),
    accessPets: w('pets'),
    accessKey: w('key'),
  });
  const people = { name: w('client'), email: 'client1@example.com', phone: w('phone', 40), address: w('client address') };
  const client = await office('clients.create', { ...people, latitude: 50.67, longitude: -120.33 });
  await office('clients.update', {
    id: client.id,
    ...people,
    notes: w('notes'),
    company: w('company'),
    isActive: true,
    latitude: 50.67,
    longitude: -120.33,
    ...place(),
  });
  await office('clients.addAddress', { clientId: client.id, label: w('label', 60), ...place() });
  const barred = await office('clients.create', { ...people, name: w('barred client'), email: 'client2@example.com' });
  await office('clients.setDoNotService', { id: barred.id, doNotService: true, reason: w('why not') });
  await office('offers.makeCode', { clientId: client.id });

  // The team and its jobs.
  const member = await office('team.create', {
    ...{ employeeId: 'E-1', email: 'member@example.com', hireDate: '2026-01-05', password: 'a long password' },
    ...{
      firstName: w('first name', 80),
      lastName: w('last name', 80),
      phone: w('member phone', 40),
      specializations: [w('speciality', 60)],
    },
    ...{
      emergencyContact: w('emergency contact'),
      emergencyPhone: w('emergency phone', 40),
      address: w('member address'),
      notes: w('member notes'),
    },
  });
  const job = () => ({ clientId: client.id, serviceType: w('service', 60), scheduledDate: soon, totalAmount: '149.00' });
  const order = await office('dispatch.createWorkOrder', { ...job(), description: w('job'), notes: w('job notes') });
  await office('dispatch.createJobComponent', {
    workOrderId: order.id,
    component: w('component'),
    description: w('component text'),
    estimatedTime: 30,
  });
  const done = await office('dispatch.createWorkOrder', job());
  for (const status of ['in-progress', 'completed']) await office('dispatch.setWorkOrderStatus', { id: done.id, status });
  const off = await office('dispatch.createWorkOrder', job());
  await office('dispatch.setWorkOrderStatus', { id: off.id, status: 'cancelled', reason: w('why the job is off') });
  await office('dispatch.createWorkOrder', job());
  await office('dispatch.assign', { workOrderId: order.id, teamMemberId: member.id });
  const login = await fetch(`${origin}/api/team/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ employeeId: 'E-1', password: 'a long password' }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const phone = (call: string, input: Json) => send('POST', `/trpc/${call}`, input, { cookie });
  await phone('field.respond', { id: order.id, teamMemberId: member.id, accepted: true, remarks: w('answer') });
  await phone('field.addRemark', { id: order.id, teamMemberId: member.id, remarks: w('remark') });
  await phone('team.requestTimeOff', { startDate: addDays(today, 40), endDate: addDays(today, 41), reason: w('time off') });

  // Visitors.
  const quote = () => ({
    name: w('quote'),
    email: 'visitor@example.com',
    phone: w('quote phone', 40),
    address: w('quote address'),
    serviceType: 'residential',
    message: w('message'),
  });
  for (let count = 0; count < 2; count++) await send('POST', '/api/contact', quote());
  await office('quotes.setStatus', { id: 2, status: 'confirmed' });
  const slots = await send<{ id: number; isAvailable: boolean }[]>('GET', `/api/appointment-slots?date=${addDays(today, 4)}`);
  const [first, second] = slots.filter(({ isAvailable }) => isAvailable);
  const booking = () => ({
    clientName: w('booking'),
    clientEmail: 'booker@example.com',
    clientPhone: w('booking phone', 40),
    clientAddress: w('booking address'),
    specialRequests: w('wishes'),
    ref: w('ref', 60),
  });
  const booked = await send<Made & { manageUrl: string }>('POST', '/api/appointment-bookings', { slotId: first?.id, ...booking() });
  const gone = await send('POST', '/api/appointment-bookings', { slotId: second?.id, ...booking() });
  await office('booking.setStatus', { id: gone.id, status: 'cancelled', reason: w('why the booking is off') });
  await office('booking.closeDay', { date: addDays(today, 5), reason: w('closed day') });
  await office('booking.changeSlots', { date: addDays(today, 4), timeSlot: '18:00-20:00', isOpen: false, reason: w('closed window') });
  const wanted = { serviceType: 'residential', date: addDays(today, 4), timeSlot: '18:00-20:00' };
  const waiter = { clientName: w('waiter'), clientEmail: 'waiter@example.com', clientPhone: '250-555-0155', clientAddress: '4 Elm St' };
  const waiting = await send<{ token: string }>('POST', '/api/waitlist', { ...wanted, ...waiter });

  // The store.
  const product = () => ({
    name: w('product'),
    price: '19.95',
    category: w('category', 60),
    costPrice: '10.00',
    stockQuantity: 3,
    reorderLevel: 5,
  });
  const supply = { description: w('product text'), supplierName: w('supplier'), supplierSku: w('part', 60) };
  const sold = await office('inventory.createProduct', { ...product(), ...supply });
  const retired = await office('inventory.createProduct', product());
  await office('inventory.receive', { id: sold.id, quantity: 20, note: w('delivery') });
  await office('inventory.adjust', { id: sold.id, quantity: -1, note: w('count') });
  await office('inventory.updateProduct', { id: retired.id, isActive: false });
  const purchase = () => ({
    customerName: w('customer'),
    customerEmail: 'customer@example.com',
    customerPhone: `${w('customer phone', 38)} 5`,
    shippingAddress: w('shipping'),
    orderNotes: w('order notes'),
    paymentMethod: 'interac',
    items: [{ productId: sold.id, quantity: 1 }],
  });
  const bought = await send<{ id: string }>('POST', '/api/orders', purchase());
  await send('POST', '/api/orders', purchase());
  await office('store.setOrderStatus', { orderNumber: 2, status: 'cancelled', reason: w('why the order is off') });

  // Money.
  const bill = {
    customerName: w('invoice customer'),
    customerEmail: 'bill@example.com',
    customerPhone: w('invoice phone', 40),
    customerAddress: w('invoice address'),
    serviceType: w('invoice service'),
    serviceDescription: w('invoice text'),
    serviceDate: today,
    dueDate: addDays(today, 20),
    subtotal: '100.00',
    notes: w('invoice notes'),
    items: [{ description: w('line'), quantity: 1, price: '100.00' }],
  };
  const invoice = await office('invoices.create', bill);
  await office('invoices.recordPayment', { id: invoice.id, amount: '20.00', paymentMethod: 'cash', paymentDate: today });
  const bin = await office('invoices.create', {
    customerName: w('binned'),
    serviceType: 'x',
    serviceDate: today,
    dueDate: today,
    subtotal: '1.00',
  });
  await office('invoices.delete', { id: bin.id });
  const receipt = await office('invoices.createReceipt', {
    customerName: w('payer'),
    paymentMethod: 'cash',
    amountPaid: '50.00',
    paymentDate: today,
    description: w('receipt'),
  });

  const draft = await office('quoting.compose', {
    clientId: client.id,
    serviceType: 'residential',
    lines: [{ kind: 'service', description: 'Cleaning', price: '120.00', minutes: 120 }],
  });
  const sentQuote = (await office('quoting.send', { id: draft.id })) as { token?: string };

  // Growth.
  await office('market.addPrice', {
    competitor: w('competitor'),
    service: 'residential',
    price: '120.00',
    unit: 'job',
    source: w('where from'),
    observedOn: today,
  });
  const post = await office('social.createPost', { content: w('post') });
  await office('social.createPost', { content: w('planned post'), scheduledFor: tomorrow });
  await office('consents.record', { email: 'agreed@example.com', phone: '(250) 555-0133', source: w('consent') });
  for (const { key } of await workersOf(origin, admin)) await office('automation.runNow', { key });
  type Listed = { rows: Sent[] };
  const input = encodeURIComponent(JSON.stringify({ limit: 100 }));
  const outbox = await send<{ result: { data: Listed } }>('GET', `/trpc/mail.list?input=${input}`, undefined, admin);
  await send('POST', '/api/email-invoice', { invoiceId: invoice.id, customerEmail: 'client1@example.com', confirm: true }, admin);
  const billed = await send<{ result: { data: { payUrl: string | null } } }>(
    'GET',
    `/trpc/invoices.get?input={"id":${invoice.id}}`,
    undefined,
    admin,
  );
  const messages = [...new Map(outbox.result.data.rows.map((message) => [message.purpose, message])).values()];
  return {
    words,
    messages,
    token,
    ids: { client, barred, member, order, off, booked, sold, retired, invoice, receipt, post },
    days: { today },
    manage: new URL(booked.manageUrl).pathname,
    waitlist: `/waitlist/${waiting.token}`,
    visit: visitPathIn(outbox.result.data.rows),
    quote: `/quote/${sentQuote.token}`,
    pay: payPathOf(billed.result.data.payUrl),
    bought: bought.id,
  };
}

async function workersOf(origin: string, headers: Record<string, string>): Promise<{ key: string }[]> {
  const lists = ['ai', 'canaan'].map(async (dashboard) => {
    const answer = await fetch(`${origin}/trpc/automation.workers?input=${encodeURIComponent(JSON.stringify({ dashboard }))}`, { headers });
    return ((await answer.json()) as { result: { data: { workers: { key: string }[] } } }).result.data.workers;
  });
  return (await Promise.all(lists)).flat();
}
export type HostileCompany = Awaited<ReturnType<typeof makeHostileCompany>>;
