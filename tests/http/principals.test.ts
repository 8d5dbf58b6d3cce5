import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, teamMembers } from '../../db/schema';
import { REST_ROWS } from '../../src/server/http/rest/table';
import { appRouter } from '../../src/server/router';
import { hashToken } from '../../src/server/session/tokens';
import { plainRoutes } from '../fuzz/targets';
import { RULES, type Rule } from '../support/call-rules';
import { addMember, openField, openMemberSession, takeJob } from '../support/field';
import { openClientSession } from '../support/portal';
import { insertRow } from '../support/rows';

/** Calls that are no procedures. */
const PLAIN: [method: string, path: string, rule: Rule][] = [
  ['POST', '/api/work-orders/1/photos', 'job'],
  ['GET', '/api/work-orders/1/photos/1', 'visit'],
  ['GET', '/my/invoices/1.pdf', 'client'],
  ['GET', '/my/receipts/1.pdf', 'client'],
  ['GET', '/my/data.json', 'client'],
  ['POST', '/api/company-logo', 'office'],
  ['DELETE', '/api/company-logo', 'office'],
  ['POST', '/api/website-photo', 'office'],
  ['GET', '/documents/export.json', 'office'],
  ['GET', '/documents/export/clients.csv', 'office'],
  ['GET', '/documents/import-template/clients.csv', 'office'],
  ['GET', '/documents/backups/20261120T200000Z.db', 'office'],
  ['POST', '/api/data/import/clients', 'office'],
  ['GET', '/documents/packing-slip/1', 'office'],
  ['GET', '/documents/invoice/1', 'office'],
  ['GET', '/documents/quote/1.pdf', 'office'],
  ['GET', '/documents/priced-quote/1', 'office'],
  ['GET', '/documents/quote-link/a-token', 'public'],
  ['GET', '/documents/receipt/1', 'office'],
  ['GET', '/documents/credit-note/1', 'office'],
  ['GET', '/documents/report/stock-alert', 'office'],
  ['GET', '/documents/message/1.eml', 'office'],
  ['GET', '/documents/inventory/summary.csv', 'office'],
  ['POST', '/api/upload-image', 'office'],
  ['POST', '/api/remove-background', 'office'],
  ['GET', '/uploads/picture.webp', 'public'],
  ['GET', '/api/health', 'public'],
  ['GET', '/api/ready', 'public'],
  ['POST', '/api/csp-report', 'public'],
  ['POST', '/api/sms/inbound', 'gateway'],
  ['POST', '/api/payments/stripe', 'public'],
  ['POST', '/api/payments/interac', 'public'],
  ['POST', '/api/payments/files', 'office'],
  ['GET', '/pay/a-token', 'public'],
  ['POST', '/pay/a-token', 'public'],
  ['GET', '/pay/a-token/thanks', 'public'],
  ['GET', '/pay/a-token/cancelled', 'public'],
  ['GET', '/api/openapi.json', 'public'],
  ['GET', '/robots.txt', 'public'],
  ['GET', '/sitemap.xml', 'public'],
  ['GET', '/manifest.webmanifest', 'public'],
  ['GET', '/company-profile/print', 'public'],
  ['GET', '/company-profile.pdf', 'public'],
  ['POST', '/', 'public'],
  ['GET', '/manage/a-token/booking.ics', 'public'],
  ['GET', '/unsubscribe/a-token', 'public'],
  ['POST', '/unsubscribe/a-token', 'public'],
  ['POST', '/unsubscribe/a-token/again', 'public'],
  ['GET', '/store', 'public'],
];
/** Checks that a plain route matches a call. Braces hold a part's pattern, as in `GET /documents/message/:file{\d+\.eml}`. */
function takes(route: string, method: string, path: string): boolean {
  const [ofMethod = '', pattern = ''] = route.split(' ');
  const parts = pattern.split(/(:\w+\{[^}]+\}|:\w+|\*)/).map((part) => {
    if (part.startsWith(':')) return /\{(.+)\}/.exec(part)?.[1] ?? '[^/]+';
    return part === '*' ? '.*' : part.replaceAll('.', '\\.');
  });
  return [method, 'ALL'].includes(ofMethod) && new RegExp(`^${parts.join('')}$`).test(path);
}

const PRINCIPALS = [
  'visitor',
  'garbage',
  'expired',
  'logged-out',
  'deactivated',
  'other cleaner',
  'supervisor',
  'own cleaner',
  'admin',
  'client',
  'other client',
] as const;
type Principal = (typeof PRINCIPALS)[number];
const DEAD: readonly Principal[] = ['visitor', 'garbage', 'expired', 'logged-out', 'deactivated'];
const CLIENTS: readonly Principal[] = ['client', 'other client'];

/** Returns the statuses with which a principal is rejected, or undefined for a principal with the permission. */
function refusalOf(rule: Rule, principal: Principal): readonly number[] | undefined {
  if (rule === 'public') return undefined;
  if (rule === 'client') return CLIENTS.includes(principal) ? undefined : [401];
  if (rule === 'visit' && CLIENTS.includes(principal)) return principal === 'client' ? undefined : [404];
  if (rule === 'gateway' || DEAD.includes(principal) || CLIENTS.includes(principal)) return [401];
  if (principal === 'admin') return rule === 'members' || rule === 'job' ? [403] : undefined;
  if (rule === 'session' || rule === 'members') return undefined;
  if (rule === 'office') return [403];
  return principal === 'own cleaner' ? undefined : rule === 'own' ? [403, 404] : [403];
}

/** Opens a shop that knows all principals, in which Dee has accepted work order 1. */
async function openAll() {
  const shop = await openField();
  addMember(shop, { first_name: 'Sue', employee_id: 'E-3', email: 'sue@example.com', role: 'supervisor' });
  addMember(shop, { first_name: 'Gone', employee_id: 'E-4', email: 'gone@example.com' });
  await takeJob(shop);
  insertRow(shop.db, 'clients', { name: 'Other', email: 'other@example.com' });
  insertRow(shop.db, 'time_off');
  insertRow(shop.db, 'work_order_photos');
  const { token: admin } = await shop.logIn();
  const copies = ['expired', 'logged-out'].map((name) => {
    const token = `${name.replace('-', '')}${'x'.repeat(40)}`;
    const row = shop.db.select().from(sessions).where(eq(sessions.kind, 'admin')).get();
    if (!row) throw new Error('The owner has no session.');
    const ended = name === 'expired' ? { expiresAt: '2026-11-20T19:59:59.000Z' } : { revokedAt: row.createdAt };
    shop.db
      .insert(sessions)
      .values({ ...row, ...ended, idHash: hashToken(token) })
      .run();
    return token;
  });
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
  const headers: Record<Principal, Record<string, string>> = {
    visitor: {},
    garbage: bearer('g'.repeat(43)),
    expired: bearer(copies[0]),
    'logged-out': bearer(copies[1]),
    deactivated: { cookie: openMemberSession(shop, 4) },
    'other cleaner': { cookie: openMemberSession(shop, 2) },
    supervisor: { cookie: openMemberSession(shop, 3) },
    'own cleaner': { cookie: openMemberSession(shop, 1) },
    admin: bearer(admin),
    client: { cookie: openClientSession(shop, 1) },
    'other client': { cookie: openClientSession(shop, 2) },
  };
  shop.db.update(teamMembers).set({ isActive: false }).where(eq(teamMembers.id, 4)).run();
  return { shop, headers };
}

const MEMBER_OF: Partial<Record<Principal, number>> = { 'other cleaner': 2, supervisor: 3 };
/** Values for all fields; each call takes those that it knows. */
const inputOf = (principal: Principal) => ({
  id: 1,
  workOrderId: 1,
  teamMemberId: MEMBER_OF[principal] ?? 1,
  status: 'enroute',
  accepted: true,
  remarks: 'Hello',
  isCompleted: true,
});

/** Returns status and text of an answer. A stream is always 200, so its first event counts. */
async function read(response: Response): Promise<{ status: number; told: string }> {
  if (!response.headers.get('content-type')?.includes('event-stream')) return { status: response.status, told: await response.text() };
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let told = '';
  while (!told.includes('httpStatus')) {
    const next = await Promise.race([reader?.read(), new Promise<undefined>((done) => setTimeout(done, 60))]);
    if (!next || next.done) break;
    told += decoder.decode(next.value);
  }
  await reader?.cancel();
  return { status: Number(/"httpStatus":(\d+)/.exec(told)?.[1] ?? 200), told };
}

type All = Awaited<ReturnType<typeof openAll>>;
let all: All;
beforeAll(async () => {
  all = await openAll();
});

type Call = (shop: All['shop'], principal: Principal, headers: Record<string, string>) => Response | Promise<Response>;
/** Makes a call as each principal, those without the permission first, and checks that these are rejected and change nothing. */
async function walk(rule: Rule, call: Call) {
  const { shop, headers } = all;
  const { $client } = shop.db;
  const changes = $client.prepare<[], number>('select total_changes()').pluck();
  // Undone at the end, so that all calls share one shop.
  $client.exec('begin');
  try {
    for (const principal of PRINCIPALS) {
      const refusal = refusalOf(rule, principal);
      const before = changes.get();
      const { status, told } = await read(await call(shop, principal, headers[principal]));
      if (refusal) {
        expect(refusal, `${principal}: ${status} ${told}`).toContain(status);
        expect(changes.get(), principal).toBe(before);
        expect(told).not.toMatch(/Maria|Seymour|dee@example/);
      } else if (rule !== 'public') expect([401, 403], `${principal}: ${told}`).not.toContain(status);
    }
  } finally {
    $client.exec('rollback');
  }
}

describe('permissions over REST', () => {
  test.each(REST_ROWS.map(([method, path, name]) => [method, path, name] as const))('%s %s', async (method, path, name) => {
    const rule = RULES[name];
    if (!rule) throw new Error(`${name} is missing from the table.`);
    await walk(rule, (shop, principal, headers) =>
      shop.request(method, `/api${path.replace(/\{\w+\}/g, '1')}`, { headers, ...(method !== 'GET' && { body: inputOf(principal) }) }),
    );
  });
  test('the table of plain routes is complete', async () => {
    const routes = plainRoutes(await openField());
    const called = PLAIN.map(([method, path]) => routes.find((route) => takes(route, method, path)) ?? `${method} ${path}`);
    expect(called.sort()).toEqual(routes.sort());
  });
  test.each(PLAIN)('%s %s', async (method, path, rule) => {
    await walk(rule, (shop, _principal, headers) => shop.request(method, path, { headers }));
  });
});

describe('permissions over tRPC', () => {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, { _def: { type: string } }][];

  test('the table of procedures is complete', () => {
    expect(procedures.map(([name]) => name).sort()).toEqual(Object.keys(RULES).sort());
  });
  test.each(procedures.map(([name, { _def }]) => [name, _def.type] as const))('%s (%s)', async (name, type) => {
    const rule = RULES[name];
    if (!rule) throw new Error(`${name} is missing from the table.`);
    await walk(rule, (shop, principal, headers) => {
      const input = inputOf(principal);
      return type === 'mutation'
        ? shop.request('POST', `/trpc/${name}`, { headers, body: input })
        : shop.request('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
    });
  });
});
