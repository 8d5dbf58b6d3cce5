import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activity, users } from '../../db/schema';
import { exportCsv } from '../../src/server/data/service';
import { guardFormula, toCsv, unguardFormula } from '../../src/server/documents/csv';
import { EXPORT_TABLES } from '../../src/shared/data';
import { refusalOf } from '../support/http';
import { fillTables, insertRow } from '../support/rows';
import { openShop } from '../support/shop';

/** Tables that are no business data: who may sign in, and what is counted out of other rows. */
const LEFT_OUT = [
  'users',
  'sessions',
  'login_attempts',
  'trusted_devices',
  'receipt_totals',
  'kept_counts',
  'daily_sums',
  'consent_people',
  'provider_events',
  'client_links',
  'conversations',
];
const FORMULAS = ['=1+1', '+1 250 555', '-2+3', '@SUM(A1)', '\tx', '\rx', "'=quoted", "''-twice"];

describe('a cell', () => {
  test.each(FORMULAS)('escapes %j so that it is no formula, and is read back unchanged', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
    expect(unguardFormula(guardFormula(text))).toBe(text);
  });
  test.each(['-12.50', '-3', '149.00', "O'Hara", "'til Friday", '', 'a=b'])('%j stays as it is', (text) => {
    expect([guardFormula(text), unguardFormula(text)]).toEqual([text, text]);
  });
  test('is quoted by RFC 4180 in rows that end with CRLF, in a file that begins with a UTF-8 byte order mark', () => {
    const rows = [
      ['a,b', 'say "hi"', 'two\nlines', 'a\rb', null],
      [1e-7, -120.33, true, 'Zoë', ''],
    ];
    expect(toCsv(rows, { isBeginning: true })).toBe('\ufeff"a,b","say ""hi""","two\nlines","a\rb",\r\n0.0000001,-120.33,true,Zoë,\r\n');
  });
});

describe('an export', () => {
  test('includes every table of the business, and no other', () => {
    const { db } = openShop();
    const all = db.$client
      .prepare<[], string>(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_\\_%' escape '\\' and name not like '%_search%'",
      )
      .pluck()
      .all();
    expect([...EXPORT_TABLES, ...LEFT_OUT].sort()).toEqual(all.sort());
  });

  test('contains no hash, token or link key, as CSV and as JSON', async () => {
    const { shop, get } = await openFull();
    const secret = 'SECRETsecretSECRETsecret';
    const set = shop.db.$client;
    set.prepare('update team_members set password_hash = ?').run(secret);
    set.prepare('update appointment_bookings set manage_token = ?, request_hash = ?').run(secret, secret);
    set.prepare('update orders set public_id = ?, request_hash = ?, idempotency_key = ?').run(secret, secret, secret);
    set
      .prepare('update outbox set body = ?, attachments = ?, dedupe_key = ?')
      .run(
        `Change it: http://shop.test/manage/${secret} or see http://shop.test/order-confirmation/${secret}.`,
        JSON.stringify([{ content: secret }]),
        secret,
      );
    for (const path of ['export.json', ...EXPORT_TABLES.map((table) => `export/${table}.csv`)]) {
      const text = await get(path);
      expect(text, path).not.toContain(secret);
      expect(text.split('\n')[0], path).not.toMatch(/hash|token|publicId|idempotency/i);
    }
    expect(await get('export/outbox.csv')).toContain('http://shop.test/manage/… or see');
  });

  test('uses the formats of the API: amounts in dollars, booleans as true and false, lists as JSON', async () => {
    const { shop, get } = await openFull();
    insertRow(shop.db, 'team_members', {
      employee_id: 'E-2',
      email: 'k@example.com',
      specializations: '["floors"]',
      hourly_rate_cents: 2250,
    });
    const [member] = await rowsOf(get('export/team_members.csv')).then((rows) => rows.slice(1));
    expect(member).toMatchObject({ employeeId: 'E-2', hourlyRate: '22.50', specializations: '["floors"]', isActive: 'true' });
    expect(await rowsOf(get('export/orders.csv'))).toMatchObject([
      { orderNumber: '1', subtotal: '10.00', taxAmount: '1.20', totalAmount: '11.20' },
    ]);
    const { tables } = JSON.parse(await get('export.json')) as { tables: Record<string, Record<string, unknown>[]> };
    expect(Object.keys(tables)).toEqual([...EXPORT_TABLES]);
    expect(tables.team_members?.[1]).toMatchObject({ hourlyRate: '22.50', specializations: ['floors'], isActive: true });
    expect(tables.clients?.[0]).toMatchObject({ name: 'Maria Santos', latitude: 50.67, notes: null });
  });

  test('is a file named by the company day, is never cached, and logs each download', async () => {
    const { shop, token } = await openFull('2026-11-21T06:30:00.000Z');
    const heads: unknown[] = [];
    for (const path of ['export/clients.csv', 'export.json']) {
      const { headers } = await shop.request('GET', `/documents/${path}`, { token });
      heads.push([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]);
    }
    expect(heads).toEqual([
      ['text/csv; charset=utf-8', 'attachment; filename="clients-2026-11-20.csv"', 'no-store'],
      ['application/json; charset=utf-8', 'attachment; filename="tidyline-2026-11-20.json"', 'no-store'],
    ]);
    const log = shop.db.select().from(activity).where(eq(activity.verb, 'data.exported')).all();
    expect(log.map(({ actorKind, entityId }) => [actorKind, entityId])).toEqual([
      ['admin', 'clients'],
      ['admin', 'all'],
    ]);
  });

  test('has only the rows that its address names, at most 500', async () => {
    const { shop, token, get } = await openFull();
    const rows = await rowsOf(get('export/invoices.csv'));
    expect(rows.length).toBeGreaterThan(0);
    const ids = rows.map(({ id }) => id);
    expect((await rowsOf(get(`export/invoices.csv?ids=${ids[0]}`))).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await rowsOf(get('export/invoices.csv?ids=999999'))).toEqual([]);
    for (const wrong of ['x', '', '1,,2', Array.from({ length: 501 }, (_, place) => place + 1).join(',')])
      await refusalOf(await shop.request('GET', `/documents/export/invoices.csv?ids=${wrong}`, { token }), 400);
  });

  test('rejects tables that are not on the list', async () => {
    const { shop, token } = await openFull();
    for (const name of ['users', 'sessions', 'sqlite_master', 'login_attempts', 'constructor'])
      await refusalOf(await shop.request('GET', `/documents/export/${name}.csv`, { token }), 404);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'data.exported')).all()).toEqual([]);
  });

  test('is streamed: no chunk of 100,000 rows holds more than 500', () => {
    const { db, ctx } = openShop();
    db.$client.exec(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) insert into closed_days (date, reason, created_at) select date('2000-01-01', '+' || i || ' days'), 'x', 'now' from n",
    );
    let rows = 0;
    let largest = 0;
    for (const part of exportCsv(ctx, 'closed_days')) {
      const lines = part.split('\r\n').length - 1;
      rows += lines;
      largest = Math.max(largest, lines);
    }
    expect([rows, largest]).toEqual([100_001, 500]);
  });
});

describe('a long export', () => {
  test('lets other work of the server run between any two of its pages', async () => {
    const { shop, token } = await openFull();
    shop.db.$client.exec(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) insert into closed_days (date, reason, created_at) select date('2000-01-01', '+' || i || ' days'), 'x', 'now' from n",
    );
    const { body } = await shop.request('GET', '/documents/export/closed_days.csv', { token });
    let [turns, parts, isOver] = [0, 0, false];
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    for await (const _ of body ?? []) parts += 1;
    isOver = true;
    expect(parts).toBeGreaterThan(10);
    expect(turns).toBeGreaterThanOrEqual(parts);
  });
});

const rowsOf = async (text: Promise<string>) => parse(await text, { columns: true, bom: true }) as Record<string, string>[];

/** A shop with a row in each table, whose owner takes files out. */
async function openFull(now?: string) {
  const shop = openShop(now === undefined ? {} : { now });
  fillTables(shop.db);
  shop.db.delete(users).run();
  const { token } = await shop.logIn();
  const get = async (path: string) => {
    const response = await shop.request('GET', `/documents/${path}`, { token });
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    return text;
  };
  return { shop, token, get };
}
