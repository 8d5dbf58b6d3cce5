import fc from 'fast-check';
import { describe, expect, vi } from 'vitest';
import { clients, products } from '../../db/schema';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { bringIn, CLIENTS, exportOf, type Shop } from '../support/imports';
import { times } from '../support/length';
import { longestStall, onThisMachine } from '../support/pace';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';

describe('the rows of a large file', () => {
  const clientsOf = (count: number, name: string) =>
    `email,name,phone,address\n${Array.from({ length: count }, (_, place) => `c${place}@example.com,${name},1,B`).join('\n')}`;
  const productsOf = (count: number, name: string) =>
    `name,price,category,description\n${Array.from({ length: count }, (_, place) => `Mop ${place},12,Tools,${name}`).join('\n')}`;
  test.each([
    ['clients', clientsOf],
    ['products', productsOf],
  ] as const)('of %s are looked up by one statement and written by statements that are prepared once', async (kind, fileOf) => {
    const statementsOf = async (count: number) => {
      const shop = openShop();
      const prepare = vi.spyOn(shop.db.$client, 'prepare');
      for (const name of ['One', 'Two']) expect((await bringIn(shop, kind, fileOf(count, name))).isWritten).toBe(true);
      return prepare.mock.calls.length;
    };
    const few = await statementsOf(2);
    expect(few).toBeGreaterThan(1);
    expect(await statementsOf(20)).toBe(few);
  });
});

/** Any text a field may hold, formulas and quotes among it more often than chance would have them. */
const wording = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', "'", "'=", "''@", '"', ',', ';', ' '), fc.string({ maxLength: 10 }))
    .map((parts) => parts.join('')),
);
const line = wording.filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));

describe('an exported file', () => {
  test('is imported again without a change, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: line, notes: fc.option(line), phone: fc.constantFrom('', '+1 250', '=2') }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (rows) => {
          const shop = openShop();
          rows.forEach(({ name, notes, phone }, place) => {
            insertRow(shop.db, 'clients', { name, notes, phone, email: `c${place % 3}@example.com`, longitude: -1 / (place + 1) });
            insertRow(shop.db, 'products', { name: `${name}${place}`, description: notes, price_cents: 100 + place });
          });
          for (const kind of ['clients', 'products'] as const) {
            const { counts, isWritten } = await bringIn(shop, kind, exportOf(shop, kind));
            expect([isWritten, counts]).toEqual([true, { create: 0, update: 0, unchanged: rows.length, error: 0 }]);
          }
          const other = openShop();
          await bringIn(other, 'products', exportOf(shop, 'products'));
          const texts = (from: Shop) => from.db.select({ name: products.name, text: products.description }).from(products).all();
          // A name that was written otherwise is made without the blanks around it.
          expect(texts(other)).toEqual(texts(shop).map(({ name, text }) => ({ name: name.trim(), text })));
        },
      ),
      { numRuns: times(10, 100) },
    );
  });
});

describe('a file over HTTP', () => {
  async function open() {
    const { shop, token } = await openOffice();
    const send = (
      file: string | Uint8Array | undefined,
      fields: Record<string, string> = {},
      kind = 'clients',
      headers: Record<string, string> = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file !== undefined) form.set('file', new Blob([untyped(file)], { type: 'text/csv' }), 'file.csv');
      return Promise.resolve(
        shop.app.request(`http://shop.test/api/data/import/${kind}`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${token}`, ...headers },
        }),
      );
    };
    return { shop, token, send };
  }

  test('is only checked unless the request asks to write it', async () => {
    const { shop, send } = await open();
    expect(await bodyOf(await send(CLIENTS), 200)).toMatchObject({ isDryRun: true, isWritten: false, counts: { create: 2 } });
    expect(shop.rows(clients)).toEqual([]);
    expect(await bodyOf(await send(CLIENTS, { dryRun: 'false' }), 200)).toMatchObject({ isDryRun: false, isWritten: true });
    expect(shop.rows(clients)).toHaveLength(2);
  });

  test('is written without its wrong rows only if the request says so', async () => {
    const { shop, send } = await open();
    const file = `${CLIENTS}\r\n,No Contact,,1 Oak Rd,,`;
    expect(await bodyOf(await send(file, { dryRun: 'false' }), 200)).toMatchObject({ isWritten: false, counts: { create: 2, error: 1 } });
    expect(shop.rows(clients)).toEqual([]);
    expect(await bodyOf(await send(file, { dryRun: 'false', leaveOutErrors: 'true' }), 200)).toMatchObject({ isWritten: true });
    expect(shop.rows(clients)).toHaveLength(2);
  });

  test.each([
    ['no file', undefined],
    ['no rows', 'email,name\n'],
    ['no column to know a row by', 'name,address\nA,1'],
    ['a column twice', 'email,E-Mail\na@example.com,b@example.com'],
    ['a quote that never ends', 'email,name\n"a@example.com,B'],
    ['letters of another code', new Uint8Array([0x65, 0x6d, 0x61, 0x69, 0x6c, 0x0a, 0xe9, 0xff])],
    ['too many rows', `email\n${Array.from({ length: 10_001 }, (_, place) => `c${place}@example.com`).join('\n')}`],
  ])('is rejected with an explanation: %s', async (_what, file) => {
    const { send } = await open();
    const { issues } = await refusalOf(await send(file, { dryRun: 'false' }), 400);
    expect(issues?.map(({ path }) => path)).toEqual(['file']);
  });

  test('may have at most 10,000 rows and 2 MB', async () => {
    const { send } = await open();
    const most = `email,name,phone,address\n${Array.from({ length: 10_000 }, (_, place) => `c${place}@example.com,A,1,B`).join('\n')}`;
    expect(await bodyOf(await send(most), 200)).toMatchObject({ counts: { create: 10_000, error: 0 } });
    await refusalOf(await send('x'.repeat(2 * 1024 * 1024 + 1)), 413);
  });

  test('is rejected for an unknown table, from another site, or without a form', async () => {
    const { shop, token, send } = await open();
    await refusalOf(await send(CLIENTS, {}, 'invoices'), 400);
    await refusalOf(await send(CLIENTS, { dryRun: 'no' }), 400);
    await refusalOf(await send(CLIENTS, {}, 'clients', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }), 403);
    await refusalOf(await shop.request('POST', '/api/data/import/clients', { token, body: {} }), 415);
    await refusalOf(await shop.request('GET', '/api/data/import/clients', { token }), 405);
  });

  test('has a template with the columns and without rows', async () => {
    const { shop, token } = await open();
    const response = await shop.request('GET', '/documents/import-template/products.csv', { token });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="products-template.csv"');
    expect(await response.text()).toMatch(/^name,price,category,[\w,]+\r\n$/);
    await refusalOf(await shop.request('GET', '/documents/import-template/orders.csv', { token }), 400);
  });
});

describe('a large file', () => {
  const HEADER = 'email,name,phone,address,notes';
  const rowsOf = (notes: string) =>
    [HEADER, ...Array.from({ length: 1000 }, (_, place) => `c${place}@example.com,Ann,250 555 0100,12 Seymour St,"${notes}"`)].join('\n');
  test.for([
    ['a thousand long rows', rowsOf('x'.repeat(1900))],
    ['rows full of quotes', rowsOf('""'.repeat(950))],
    ['one row of a million cells', `${HEADER}\n${','.repeat(2_000_000)}`],
    ['a million columns', `${HEADER}${',a'.repeat(1_000_000)}\n`],
    ['a thousand rows of two thousand cells', `${HEADER}\n${`${','.repeat(2000)}\n`.repeat(1000)}`],
    ['one cell of two megabytes', `${HEADER}\n"${'\n'.repeat(2_000_000)}"`],
  ] as const)('with %s is read in slices of at most 50 ms', async ([_what, text], { shop }) => {
    await bringIn(shop, 'clients', 'email,name\na@example.com,A', true);
    // The machine may be busy with other tests: the best of three counts.
    let stall = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && stall >= 50; tries++)
      stall = Math.min(stall, await longestStall(() => bringIn(shop, 'clients', text, true).catch(() => undefined)));
    expect(stall).toBeLessThan(onThisMachine(50));
  });

  test('is read correctly if line ends, quotes or letters cross the edge of a slice', async ({ shop }) => {
    const name = 'Zoë "Ann" 🧽, Lee';
    for (let filler = 16_300; filler < 16_400; filler += 1) {
      const file = `email,name,phone,address,notes\r\na@example.com,A,1,B,${'x'.repeat(filler)}\r\nb@example.com,"${name.replaceAll('"', '""')}",1,B,\r\n`;
      const { rows } = await bringIn(shop, 'clients', file, true);
      expect(rows.map(({ row, outcome, messages }) => [row, outcome, messages.length])).toEqual([
        [2, 'error', 1],
        [3, 'create', 0],
      ]);
    }
  });

  test('is rejected if a quote is never closed', async ({ shop }) => {
    const rows = (count: number) => 'a@example.com,A,1,B,x\n'.repeat(count);
    const message = 'The row that begins around line 4 is longer than 256 kB. Please check its quotes.';
    await expect(bringIn(shop, 'clients', `${HEADER}\n${rows(2)}b@example.com,"B,1,B,x\n${rows(20_000)}`, true)).rejects.toThrow(message);
    await expect(bringIn(shop, 'clients', `${HEADER}\n${rows(2)}b@example.com,B,1,B,${'x'.repeat(200_000)}`, true)).resolves.toBeDefined();
  });

  test('is rejected with more than 200 columns', async () => {
    await expect(bringIn(openShop(), 'clients', `email,name${',x'.repeat(199)}\na@example.com,A`)).rejects.toThrow(
      'Please send a file of at most 200 columns.',
    );
  });
});
