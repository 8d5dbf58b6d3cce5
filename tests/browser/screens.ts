import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { addDays } from '../../src/shared/calendar-day';

/** Every address that the router knows. */
export const ROUTES = [
  ...(/fullPaths:([^\n]*(?:\n\s+\|[^\n]*)*)/.exec(readFileSync('src/client/routeTree.gen.ts', 'utf8'))?.[1] ?? '').matchAll(/'([^']+)'/g),
].map(([, route = '']) => route);

type Thing = 'client' | 'barred' | 'member' | 'order' | 'off' | 'booked' | 'sold' | 'retired' | 'invoice' | 'receipt' | 'post';
/** Records behind the addresses of a company; `manage`, `waitlist`, `visit`, `quote` and `pay` are paths, `bought` the id of an order. */
export type Shown = {
  ids: Record<Thing, { id: number }>;
  days: { today: string };
  manage: string;
  waitlist: string;
  visit: string;
  quote: string;
  pay: string;
  bought: string;
  /** Messages that are opened; the first one by default. */
  messages?: readonly { id: number }[];
};

/** A row of the outbox. */
export type Sent = { id: number; purpose: string; status: string; body: string };
/** Returns the path of the visit that a waiting reminder in the outbox links to. */
export const visitPathIn = (rows: readonly Sent[]): string =>
  /\/visit\/[\w-]+/.exec(rows.find(({ purpose, status }) => purpose === 'visit_reminder' && status !== 'cancelled')?.body ?? '')?.[0] ?? '';

/** Returns the path of the page on which a client pays an invoice; of none if the invoice has no link. */
export const payPathOf = (payUrl: string | null): string => (payUrl === null ? `/pay/${'x'.repeat(22)}` : new URL(payUrl).pathname);

/** Lists the screens of each address: its tabs, lists and dialogs. */
export const screensOf = ({
  ids,
  days,
  manage,
  waitlist,
  visit,
  quote,
  bought,
  messages = [{ id: 1 }],
}: Shown): Record<string, string[]> => ({
  '/': ['', '?inquiry=received'],
  '/appointments': [`?date=${addDays(days.today, 4)}`, `?date=${addDays(days.today, 5)}`],
  '/checkout': [''],
  '/company-profile': [''],
  '/facebook-cover': [''],
  '/marketplace': ['', '?tab=services'],
  '/store': [''],
  '/privacy': [''],
  '/terms': [''],
  '/manage/$token': [manage],
  '/waitlist/$token': [waitlist],
  '/visit/$token': [visit],
  '/quote/$token': [quote],
  '/my/$': ['/my', `/my/open/${'A'.repeat(43)}`],
  '/order-confirmation/$id': [`/order-confirmation/${bought}`],
  '/team-login': [''],
  '/team-member-dashboard/$id': [`/team-member-dashboard/${ids.member.id}`],
  '/admin': [
    '',
    '?status=confirmed',
    '?quote=1',
    '?quote=2',
    '?quote=3',
    '?view=priced',
    '?view=priced&priced=1',
    `?write=1&client=${ids.client.id}`,
  ],
  '/achievements': [''],
  '/ai-dashboard': ['', '?view=all', '?part=demand', '?opportunity=1', '?worker=lead-generation'],
  '/bookings': [
    `?view=day&date=${addDays(days.today, 4)}`,
    `?view=week&date=${addDays(days.today, 4)}`,
    '?view=convert',
    '?view=waitlist',
    '?view=waitlist&waitlist=ended',
    `?booking=${ids.booked.id}`,
    `?booking=${ids.booked.id + 1}`,
  ],
  '/canaan-dashboard': ['', '?view=all', '?part=prices'],
  '/clients': ['', `?client=${ids.client.id}`, `?client=${ids.barred.id}`],
  '/dispatch': [`?day=${days.today}`],
  '/inventory': ['', `?product=${ids.sold.id}`, `?view=retired&product=${ids.retired.id}`],
  '/inventory-accounting': ['', '?tab=products', `?tab=products&product=${ids.sold.id}`, '?tab=reports', '?tab=statements'],
  '/invoices': ['', `?invoice=${ids.invoice.id}`, `?invoice=${ids.invoice.id}&edit=1`, '?new=1', '?view=bin', '?view=to-bill'],
  '/messages': ['', '?view=conversations', ...messages.map(({ id }) => `?message=${id}`)],
  '/orders': ['', '?order=1', '?order=2'],
  '/plans': ['', '?status=paused', '?new=1'],
  '/receipts': ['', '?view=money-in', `?receipt=${ids.receipt.id}`, `?new=1&refund=${ids.receipt.id}`],
  '/settings': [
    'company',
    'taxes',
    'prices',
    'store',
    'payments',
    'website',
    'booking',
    'numbers',
    'messages',
    'automation',
    'outbox',
    'consent',
    'data',
    'admins',
  ].map((section) => `?section=${section}`),
  '/social-media': ['', '?tab=post', '?tab=schedule', '?tab=analytics', '?tab=setup', `?tab=schedule&post=${ids.post.id}`],
  '/stock': ['', `?product=${ids.sold.id}`],
  '/team': ['', `?order=${ids.order.id}`, `?order=${ids.off.id}`, '?view=map'],
  '/team-management': ['', `?member=${ids.member.id}`, '?view=time-off'],
});

const PUBLIC = [
  '/',
  '/appointments',
  '/checkout',
  '/company-profile',
  '/facebook-cover',
  '/marketplace',
  '/privacy',
  '/store',
  '/terms',
  '/manage/$token',
  '/waitlist/$token',
  '/visit/$token',
  '/quote/$token',
  '/my/$',
  '/order-confirmation/$id',
];
const FIELD = ['/team-login', '/team-member-dashboard/$id'];
type Side = 'public' | 'field' | 'office';
const sideOf = (route: string): Side => (PUBLIC.includes(route) ? 'public' : FIELD.includes(route) ? 'field' : 'office');

/** The addresses of a side, each with what it is asked for. */
export const addressesOf = (shown: Shown, side: Side): string[] =>
  Object.entries(screensOf(shown))
    .filter(([route]) => sideOf(route) === side)
    .flatMap(([route, screens]) => screens.map((screen) => (screen.startsWith('/') ? screen : `${route}${screen}`)));

/** The documents that the server makes as pages. */
export const documentsOf = ({ ids, pay }: Shown): string[] => [
  pay,
  '/company-profile/print',
  `/documents/invoice/${ids.invoice.id}`,
  `/documents/invoice/${ids.invoice.id}?print=1`,
  `/documents/quote/${ids.invoice.id}`,
  `/documents/receipt/${ids.receipt.id}`,
  '/documents/packing-slip/1',
  '/documents/report/financial-statement',
  '/documents/report/inventory-valuation',
  '/documents/report/stock-alert',
];

/** Signs the owner in, as the login screen leaves it. */
export async function enterOffice(page: Page, origin: string, token: string): Promise<void> {
  await page.context().addCookies([{ name: 'tidyline-admin', value: token, url: origin }]);
  await page.context().addInitScript((given) => {
    // A page that has no address yet has no storage.
    if (location.origin === 'null') return;
    localStorage.setItem('adminAuthenticated', 'true');
    localStorage.setItem('adminLoginTime', new Date().toISOString());
    localStorage.setItem('adminToken', given);
  }, token);
}

/** Opens a screen of the office from another one, as a link there does: loading the scripts anew takes longest. */
export const openFromOffice = (page: Page, address: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), address);

/** Signs a member in through the form and waits for what is behind it. */
export async function enterField(page: Page, origin: string, { employeeId, password }: Record<'employeeId' | 'password', string>) {
  await page.goto(`${origin}/team-login`);
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/team-member-dashboard/);
}

/** Returns the requests of a page that are still waiting for an answer. */
export function requestsOf(page: Page): Set<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

/** Waits until a page is hydrated, shows its heading, and all requests except streams have ended. Throws after eight seconds. */
export async function settle(page: Page, underWay: Set<Request>): Promise<void> {
  // The scripts of most public pages wait for an interaction.
  await page.evaluate(() => dispatchEvent(new Event('scroll')));
  const isDrawn = () =>
    page.evaluate(
      () => !('early' in window) && document.querySelector('h1, h2') !== null && document.querySelector('[class*=animate-pulse]') === null,
    );
  const isLoading = () => [...underWay].some((request) => request.resourceType() !== 'eventsource');
  const deadline = Date.now() + 8000;
  for (let quiet = 0; quiet < 4; quiet = isLoading() || !(await isDrawn()) ? 0 : quiet + 1) {
    if (Date.now() > deadline) throw new Error(`${page.url()} does not come to rest.`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
