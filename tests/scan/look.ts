import { type BrowserContext, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { CLIENT_PAGES, enterClientPage } from '../browser/client-session';
import {
  addressesOf,
  documentsOf,
  enterField,
  enterOffice,
  payPathOf,
  requestsOf,
  type Sent,
  type Shown,
  settle,
  visitPathIn,
} from '../browser/screens';
import { LoadHouse } from '../load/house';

const MEMBER = { employeeId: 'E-101', password: 'demo-password' };
/** A client with visits, photos, invoices and e-Transfers. */
const CLIENT = 'client5@example.com';
type Made = { id: number };
type Office = { origin: string; headers: { authorization: string } };

const callsOf = ({ origin, headers }: Office) => {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return { get: <T>(path: string) => send<T>('GET', path), post: <T>(path: string, body: object) => send<T>('POST', path, body) };
};

/** Adds the records that the demo company lacks, and returns the things to look at. */
async function fillDemo(office: Office): Promise<Shown> {
  const { get, post } = callsOf(office);
  const today = businessDay(new Date());
  const [client, barred] = await get<Made[]>('/api/clients');
  const orders = await get<(Made & { status: string })[]>('/api/work-orders');
  const [sold, retired] = await get<Made[]>('/api/products');
  const invoices = await get<(Made & { status: string })[]>('/api/invoices');
  const invoice = invoices.find(({ status }) => status === 'pending' || status === 'overdue') ?? invoices[0];
  const [receipt] = await get<Made[]>('/api/receipts');
  if (!client || !barred || !sold || !retired || !invoice || !receipt || !orders[0] || !orders[1])
    throw new Error('The demo lacks a thing.');
  await post('/trpc/clients.setDoNotService', { id: barred.id, doNotService: true, reason: 'A dog that bites.' });
  await post('/trpc/inventory.updateProduct', { id: retired.id, isActive: false });
  await post('/trpc/booking.closeDay', { date: addDays(today, 5), reason: 'Inventory day' });
  const off = orders.find(({ status }) => status === 'cancelled') ?? orders[1];
  const { result } = await post<{ result: { data: Made } }>('/trpc/social.createPost', {
    content: 'Vinegar takes the lime off the kettle.',
  });
  const slots = await get<(Made & { isAvailable: boolean })[]>(`/api/appointment-slots?date=${addDays(today, 4)}`);
  const free = slots.filter(({ isAvailable }) => isAvailable);
  const person = (name: string) => ({
    clientName: name,
    clientEmail: 'ana@example.com',
    clientPhone: '2505550177',
    clientAddress: '4 Elm St',
  });
  const book = (slot: Made | undefined, name: string) =>
    post<Made & { manageUrl: string }>('/api/appointment-bookings', { slotId: slot?.id, ...person(name) });
  const booked = await book(free[0], 'Ana Petrov');
  const gone = await book(free[1], 'Ana Petrov');
  await post('/trpc/booking.setStatus', { id: gone.id, status: 'cancelled', reason: 'Away' });
  const wanted = { serviceType: 'residential', date: addDays(today, 4), timeSlot: '18:00-20:00' };
  await post('/trpc/booking.changeSlots', { ...wanted, isOpen: false });
  const waiting = await post<{ token: string }>('/api/waitlist', { ...wanted, ...person('Ana Petrov') });
  const bought = await post<{ id: string }>('/api/orders', {
    customerName: 'Ana Petrov',
    customerEmail: 'ana@example.com',
    customerPhone: '2505550177',
    shippingAddress: '4 Elm St, Kamloops',
    paymentMethod: 'interac',
    items: [{ productId: sold.id, quantity: 1 }],
  });
  const order = orders.find(({ status }) => status === 'in-progress') ?? orders[0];
  const ids = { client, barred, member: { id: 1 }, order, off, booked, sold, retired, invoice, receipt, post: result.data };
  const list = await get<{ result: { data: { rows: Sent[] } } }>('/trpc/mail.list?input={"limit":100}');
  const [manage, visit] = [new URL(booked.manageUrl).pathname, visitPathIn(list.result.data.rows)];
  const lines = [{ kind: 'service', description: 'Cleaning', price: '120.00', minutes: 120 }];
  type Result<Data> = { result: { data: Data } };
  const draft = await post<Result<Made>>('/trpc/quoting.compose', { clientId: client.id, serviceType: 'residential', lines });
  const { result: sent } = await post<Result<{ token: string }>>('/trpc/quoting.send', { id: draft.result.data.id });
  const [quote, waitlist] = [`/quote/${sent.data.token}`, `/waitlist/${waiting.token}`];
  // Mailing an invoice makes the link of its page.
  await post('/api/email-invoice', { invoiceId: invoice.id, customerEmail: 'ana@example.com', confirm: true });
  const details = await get<Result<{ payUrl: string | null }>>(`/trpc/invoices.get?input={"id":${invoice.id}}`);
  return { ids, days: { today }, manage, visit, quote, waitlist, pay: payPathOf(details.result.data.payUrl), bought: bought.id };
}

/** A company on its first day: one member, and nothing behind any address. */
async function fillNothing(office: Office): Promise<Shown> {
  const { post } = callsOf(office);
  await post('/api/team-members', {
    ...MEMBER,
    firstName: 'Dee',
    lastName: 'Marsh',
    email: 'dee@example.com',
    phone: '(250) 555-0104',
    hireDate: '2026-01-05',
  });
  const one = { id: 1 };
  const things = { client: one, barred: one, member: one, order: one, off: one, booked: one, sold: one, retired: one, invoice: one };
  const ids = { ...things, receipt: one, post: one };
  const key = 'x'.repeat(22);
  const paths = {
    manage: `/manage/${key}`,
    waitlist: `/waitlist/${key}`,
    visit: `/visit/${key}`,
    quote: `/quote/${key}`,
    pay: payPathOf(null),
  };
  return { ids, days: { today: businessDay(new Date()) }, ...paths, bought: key };
}

/** Buttons that end the session, print or download, and open no screen. */
const LEFT_ALONE = /log ?out|sign ?out|print|download|pdf|export/i;

/** Is called on each open screen; `where` names it. */
export type Judge = (page: Page, where: string) => Promise<void>;

/** Opens screens and has them judged. */
class Walk {
  readonly closed: string[] = [];
  readonly #pressed = new Set<string>();

  constructor(
    readonly origin: string,
    readonly isPressing: boolean,
    readonly judge: Judge,
  ) {}

  /** Opens each address and judges it; or presses each kind of button of it once, and judges what opens. */
  async at(context: BrowserContext, addresses: readonly string[], enter: (page: Page) => Promise<void>, isOffice = false): Promise<void> {
    if (addresses.length === 0) return;
    const page = await context.newPage();
    const underWay = requestsOf(page);
    await page.addInitScript(() => {
      window.print = () => undefined;
      window.close = () => undefined;
      window.open = () => null;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await enter(page);
    const open = async (address: string) => {
      underWay.clear();
      const answer = await page.goto(this.origin + address);
      await settle(page, underWay);
      return answer?.status() ?? 0;
    };
    for (const address of addresses) {
      const status = await open(address);
      const isShut = isOffice && (await page.getByRole('button', { name: 'Log In' }).count()) > 0;
      if (status >= 500 || isShut) this.closed.push(`${address} does not open: ${status}`);
      if (!this.isPressing) await this.judge(page, address);
      else await this.#press(page, address, async () => void (await open(address)));
    }
    await page.close();
  }

  /** The first button that is to be seen and whose first words have not been pressed on this route yet; -1 for none. */
  async #findButton(page: Page, route: string): Promise<{ place: number; words: string }> {
    const buttons = await page.getByRole('button').evaluateAll((all) =>
      all.map((button) => ({
        words: (button.getAttribute('aria-label') || button.textContent || '').trim(),
        isShown: button.checkVisibility({ visibilityProperty: true }),
      })),
    );
    const isNew = ({ words, isShown }: (typeof buttons)[number]) => {
      const kind = `${route} ${words.toLowerCase().replace(/\d+/g, '').split(/\s+/).slice(0, 2).join(' ')}`;
      if (!isShown || LEFT_ALONE.test(words) || this.#pressed.has(kind)) return false;
      this.#pressed.add(kind);
      return true;
    };
    const place = buttons.findIndex(isNew);
    return { place, words: buttons[place]?.words.slice(0, 40) ?? '' };
  }

  /** Presses what has not been pressed on this route yet, and judges what comes of it. */
  async #press(page: Page, address: string, reopen: () => Promise<void>): Promise<void> {
    const shape = () => page.evaluate(() => [document.querySelectorAll('body *').length, location.href] as const);
    const route = address.split('?')[0]?.replace(/\d+$/, '') ?? '';
    for (let presses = 0; presses < 40; presses++) {
      const { place, words } = await this.#findButton(page, route);
      if (place === -1) return;
      const before = await shape();
      const button = page.getByRole('button').nth(place);
      const isPressed = await button.click({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
      if (!isPressed) continue;
      await page.waitForTimeout(250);
      const after = await shape();
      if (Math.abs(after[0] - before[0]) <= 3 && after[1] === before[1]) continue;
      await this.judge(page, `${address} after “${words}”`);
      await reopen();
    }
  }
}

export type Part = {
  window: NonNullable<typeof config.projects>[number];
  isDemo: boolean;
  isPressing: boolean;
  scheme: 'light' | 'dark';
  /** Opens only addresses that contain one of these texts, which commas separate. */
  only?: string | undefined;
};

/** Pages of visitors who are not signed in or follow a broken link. */
const NOBODYS = ['/admin', '/nothing', '/manage/nobody', '/waitlist/nobody', '/order-confirmation/nothing', '/unsubscribe/nobody'];
const nobody = async () => undefined;

/**
 * Opens every screen and document of one company in one window, or presses each kind of button on them, and calls `judge` on each. A dark
 * walk leaves out what is always light. Returns the addresses that do not open.
 */
export async function walkThrough({ window, isDemo, isPressing, scheme, only = '' }: Part, judge: Judge): Promise<string[]> {
  const house = new LoadHouse();
  if (isDemo) await house.seedDemo();
  await house.start();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const headers = await house.signIn();
    const office = { origin: house.origin, headers };
    const shown = await (isDemo ? fillDemo(office) : fillNothing(office));
    const { viewport = null, hasTouch = false, isMobile = false } = window.use ?? {};
    const look = {
      viewport,
      hasTouch,
      isMobile,
      locale: 'en-CA',
      reducedMotion: 'reduce',
      colorScheme: scheme,
      serviceWorkers: 'block',
    } as const;
    const walk = new Walk(house.origin, isPressing, judge);
    const choose = (addresses: readonly string[]) => addresses.filter((address) => only.split(',').some((text) => address.includes(text)));
    const visitor = await browser.newContext(look);
    if (!isPressing) await walk.at(visitor, choose(scheme === 'light' ? NOBODYS : ['/admin']), nobody);
    if (scheme === 'light') await walk.at(visitor, choose(addressesOf(shown, 'public')), nobody);
    await walk.at(visitor, choose(addressesOf(shown, 'field')), (page) => enterField(page, house.origin, MEMBER));
    if (isDemo && scheme === 'light') await walk.at(visitor, choose(CLIENT_PAGES), (page) => enterClientPage(page, house, CLIENT));
    const owner = await browser.newContext(look);
    for (const address of choose(addressesOf(shown, 'office'))) {
      // A session ends by itself after half an hour.
      const { authorization } = await house.signIn();
      const token = authorization.replace('Bearer ', '');
      await walk.at(owner, [address], (page) => enterOffice(page, house.origin, token), true);
    }
    if (isDemo && !isPressing && scheme === 'light') await walk.at(owner, choose(documentsOf(shown)), nobody);
    return walk.closed;
  } finally {
    await browser.close();
    await house.stop();
    house.remove();
  }
}

/** The windows of the browser tests: a phone's and a desktop's. */
export const WINDOWS = config.projects ?? [];
