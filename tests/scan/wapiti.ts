import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addDays, daysBetween } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { type Input, type Named, sampleOf } from '../fuzz/samples';
import { PROCEDURES } from '../fuzz/targets';
import { postJson } from '../support/post-json';
import { Bridge, type Call, LIST } from './bridge';

type Permission = 'public' | 'member' | 'admin';
type Visitor = { who: string; permission: Permission; headers: Record<string, string> };
type Finding = { method: string; path: string; info: string; level: number; parameter: string };
type Report = Record<'vulnerabilities' | 'anomalies' | 'additionals', Record<string, Finding[]>>;

/** Collects the records of the demo company that the samples refer to. */
async function nameThings(origin: string, admin: Record<string, string>): Promise<Named> {
  const get = async <T>(where: string) => (await (await fetch(origin + where, { headers: admin })).json()) as T;
  const day = addDays(businessDay(new Date()), 4);
  const free = (await get<{ id: number; isAvailable: boolean }[]>(`/api/appointment-slots?date=${day}`)).filter(
    ({ isAvailable }) => isAvailable,
  );
  const person = { clientName: 'Ana Petrov', clientEmail: 'ana@example.com', clientPhone: '2505550177', clientAddress: '4 Elm St' };
  const booking = await postJson(`${origin}/api/appointment-bookings`, { slotId: free[0]?.id, ...person });
  const { manageUrl } = (await booking.json()) as { manageUrl: string };
  const order = await postJson(`${origin}/api/orders`, {
    ...{ customerName: 'Ana Petrov', customerEmail: 'ana@example.com', customerPhone: '2505550177', shippingAddress: '4 Elm St' },
    ...{ paymentMethod: 'cash', items: [{ productId: 1, quantity: 1 }] },
  });
  const { id: publicId } = (await order.json()) as { id: string };
  const { result } = await get<{ result: { data: Named['settings'] } }>('/trpc/settings.get');
  const token = manageUrl.split('/').at(-1) ?? '';
  const { updatedAt } = await get<{ updatedAt: string }>('/api/invoices/4').catch(() => ({ updatedAt: new Date().toISOString() }));
  return {
    slotId: free[1]?.id ?? 1,
    token,
    // An unknown one: the entries of the demo company are only known by their mails.
    waitlistToken: 'AAAAAAAAAAAAAAAAAAAAAA',
    // Only the client of a job has the link of its visit.
    visit: 'A'.repeat(22),
    quote: 'A'.repeat(22),
    publicId,
    code: 'customer',
    draftId: 1,
    failedId: 1,
    unconfirmedId: 1,
    settings: result.data as Named['settings'],
    updatedAt,
  };
}

/** The day on which the samples were written. */
const SAMPLE_DAY = '2026-11-20';
/** A sample as if it were written today. */
function moved(input: Input): Input {
  const days = daysBetween(SAMPLE_DAY, businessDay(new Date()));
  return JSON.parse(JSON.stringify(input).replace(/\b20\d\d-\d\d-\d\d(?=["T])/g, (day) => addDays(day, days))) as Input;
}
/** They end the session that the scan lives by. */
const LEFT_OUT = ['session.logout', 'team.logout'];

/** Replacements for samples whose prices differ in the demo company. */
const INSTEAD: Record<string, Input> = { 'store.placeOrder': { items: [{ productId: 1, quantity: 1 }], offer: null } };

/** Lists every call of a permission with an input that could succeed. Skips calls without input, which have nothing to attack. */
const callsOf = (permission: Permission, named: Named): Call[] =>
  Object.entries(PROCEDURES)
    .filter(([name, { _def }]) => _def.meta.permission === permission && _def.type !== 'subscription' && !LEFT_OUT.includes(name))
    .filter(([, { _def }]) => _def.inputs.length > 0)
    .map(([name, { _def }]) => ({
      path: `/trpc/${name}`,
      isWrite: _def.type === 'mutation',
      input: { ...moved(sampleOf(name, _def.inputs[0], named)), ...INSTEAD[name] },
    }));

/** Pages and reads whose address is what can be attacked. */
const linksOf = ({ permission }: Visitor, { token, publicId }: Named): string[] => {
  const day = addDays(businessDay(new Date()), 4);
  const open = [
    '/',
    '/?ref=customer',
    '/?inquiry=received',
    '/store?search=mop&category=Tools&sort=name',
    '/marketplace?tab=services',
    `/appointments?date=${day}&service=residential`,
    '/checkout',
    '/company-profile',
    '/company-profile/print',
    '/facebook-cover',
    `/manage/${token}`,
    `/manage/${token}/booking.ics`,
    `/order-confirmation/${publicId}`,
    '/team-login',
    '/admin',
    '/unsubscribe/nobody',
    '/api/products?category=tools&limit=5&cursor=90',
    `/api/appointment-slots?date=${day}&serviceType=residential`,
    `/api/orders/${publicId}`,
    '/api/openapi.json',
    '/api/ready?verbose=1',
  ];
  const office = [
    '/api/contact?limit=5&cursor=900&status=pending',
    '/api/clients?limit=5&cursor=900&search=maria',
    '/api/work-orders?limit=5&cursor=900',
    '/api/work-order-assignments?limit=5&cursor=900',
    '/api/invoices?limit=5&cursor=900',
    '/api/receipts?limit=5&cursor=900',
    '/documents/invoice/1?print=1&download=0',
    '/documents/quote/1?print=1',
    '/documents/receipt/1?print=1',
    '/documents/packing-slip/1?print=1',
    `/documents/report/financial-statement?from=${day}&to=${day}`,
    '/documents/inventory/summary.csv?from=2026-01-01',
    '/clients?client=1&q=maria',
    '/settings?section=company',
  ];
  return permission === 'admin' ? [...open, ...office] : open;
};

/**
 * Returns the reason that a finding is a false positive, or undefined. `isRefused`: true if the write was rejected when sent again as
 * another site's page would send it.
 */
function whyKnown(kind: string, { info }: Finding, isRefused: boolean): string | undefined {
  // Browsers have taken the filter out, which had holes of its own; the policy stands in its place.
  if (kind === 'HTTP Secure Headers' && info === 'X-XSS-Protection is not set') return 'a header of browsers that are gone';
  // RFC 6797 §7.2: it must not be sent without TLS, and over https it is.
  if (kind === 'HTTP Secure Headers' && info === 'Strict-Transport-Security is not set') return 'asked without TLS';
  // Same-origin checks rest on the browser's own headers instead of a token, and another site's forms are rejected.
  if (kind === 'Cross Site Request Forgery' && info === 'Lack of anti CSRF token' && isRefused) return 'refused from another site';
  return undefined;
}

/** Sends a write again as the browser would for another site's page, and returns true if it is rejected. */
async function isRefusedFromElsewhere(bridge: Bridge, { method, path: where }: Finding): Promise<boolean> {
  const answer = await fetch(bridge.origin + where, {
    method,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    },
    body: 'x=1',
  });
  await answer.arrayBuffer();
  return answer.status === 403;
}

const PARTS = ['vulnerabilities', 'anomalies', 'additionals'] as const;

type Scan = {
  origin: string;
  folder: string;
  named: Named;
  run: (command: string, args: string[], minutes: number) => Promise<string>;
  tell: (scanner: string, text: string, isClean: boolean) => void;
};

/** Attacks all pages, addresses and calls of one visitor with wapiti's modules; its findings must be informational. */
async function scanAs(visitor: Visitor, { origin, folder, named, run, tell }: Scan): Promise<void> {
  const bridge = new Bridge(origin, callsOf(visitor.permission, named), linksOf(visitor, named), visitor.headers);
  await bridge.open();
  const report = path.join(folder, `wapiti-${visitor.permission}.json`);
  // Nikto's and wappalyzer's lists come from the internet; guessed passwords would only lock the owner's name; hidden names are
  // ffuf's part, and the 31,000 of buster know no bounds of time.
  const modules = 'all,-nikto,-wapp,-brute_login_form,-buster';
  const scope = ['-u', `${bridge.origin}/`, '--scope', 'folder', '-s', bridge.origin + LIST, '--endpoint', bridge.outside];
  const bounds = ['--max-scan-time', '300', '--max-attack-time', '120', '--max-links-per-page', '1000', '-t', '10'];
  const kept = [
    '--store-session',
    path.join(folder, visitor.permission),
    '--flush-session',
    '--no-bugreport',
    '-f',
    'json',
    '-o',
    report,
    '-v',
    '1',
  ];
  try {
    const said = await run('wapiti', [...scope, '-m', modules, ...bounds, ...kept], 60);
    const told = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const bad: string[] = [];
    for (const part of PARTS)
      for (const [kind, list] of Object.entries(told[part]))
        for (const finding of list.filter(({ level }) => level > 0)) {
          const isRefused = kind.startsWith('Cross Site Request') && (await isRefusedFromElsewhere(bridge, finding));
          if (whyKnown(kind, finding, isRefused) === undefined)
            bad.push(`${kind}: ${finding.method} ${finding.path} ${finding.parameter} ${finding.info}`);
        }
    for (const reached of new Set(bridge.reached)) bad.push(`the server went to ${reached}`);
    for (const line of bad.slice(0, 40)) console.info(`    ${line.slice(0, 400)}`);
    const found = /found (\d+) URLs and forms/.exec(said)?.[1] ?? '0';
    const statuses = [...bridge.answers].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    const faults = [...bridge.answers.keys()].filter((status) => status >= 500);
    const cut = [...said.matchAll(/Max attack time was reached for module (\w+)/g)].map(([, module]) => module);
    const isThorough = Number(found) >= bridge.calls.length + bridge.links.length / 2;
    tell(
      'wapiti',
      `${visitor.who}: ${found} addresses and forms, ${statuses.join(', ')}; ${bad.length} findings; not done with in time: ${cut.join(', ') || 'nothing'}`,
      bad.length === 0 && faults.length === 0 && isThorough,
    );
  } finally {
    bridge.close();
  }
}

/** Wapiti as a visitor, as a member and as the owner at once, each with what there is of a company to ask for. */
export async function wapiti({ token, ...scan }: Omit<Scan, 'named'> & { token: string }): Promise<void> {
  const admin = { authorization: `Bearer ${token}` };
  const named = await nameThings(scan.origin, admin);
  const login = await postJson(`${scan.origin}/api/team/login`, { employeeId: 'E-101', password: 'demo-password' });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const visitors: Visitor[] = [
    { who: 'a visitor', permission: 'public', headers: {} },
    { who: 'a member', permission: 'member', headers: { cookie } },
    { who: 'the owner', permission: 'admin', headers: admin },
  ];
  await Promise.all(visitors.map((visitor) => scanAs(visitor, { ...scan, named })));
}
