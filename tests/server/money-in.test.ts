import { describe, expect, vi } from 'vitest';
import { receipts } from '../../db/schema';
import { receiveFile } from '../../src/server/payments/files';
import { INTERAC, type Made, OFFICE, post, sign, signBody, writeNotice } from '../support/interac';
import { openInteracShop } from '../support/interac-shop';
import { INVOICE } from '../support/invoice-inputs';
import { times } from '../support/length';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

/** Opens a shop with open invoices of 100, 200 … dollars, SPC001, SPC002 … */
async function openWithInvoices(count = 1, shop = openInteracShop()) {
  await shop.ready;
  await shop.admin.settings.save({ taxProfile: 'documented' });
  for (let place = 1; place <= count; place++)
    await shop.admin.invoices.create({
      ...INVOICE,
      items: [],
      customerName: `Client ${place}`,
      customerEmail: `client${place}@example.com`,
      subtotal: `${place * 100}.00`,
      status: 'pending',
    });
  const { rows } = await shop.admin.invoices.list({ limit: 100 });
  const cents = new Map(rows.map(({ invoiceNumber, balance }) => [invoiceNumber, Math.round(Number(balance) * 100)]));
  const send = async (made: Made = {}, signing?: Parameters<typeof sign>[1]) => {
    const response = await post(shop.app, await sign(writeNotice({ cents: cents.get('SPC001') ?? 0, ...made }), signing));
    expect(response.status).toBe(200);
    return (await response.json()) as { status: string; id: number | null; reason: string };
  };
  const list = async () => (await shop.admin.payments.listMoneyIn({})).rows;
  return { ...shop, cents, send, list };
}
const countReceipts = ({ db }: Pick<Shop, 'db'>) => db.select().from(receipts).all().length;

describe('a notice that the mail server posts', () => {
  test('pays the invoice that it names, once, however often and in parallel it comes', async () => {
    const shop = await openWithInvoices();
    const mail = await sign(writeNotice({ cents: shop.cents.get('SPC001') ?? 0 }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(shop.app, mail)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ status: 'matched', id: 1 });
    const [row, ...more] = await shop.list();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      reference: 'CAabc123XY',
      sender: 'Jane Doe',
      memo: 'SPC001',
      status: 'matched',
      suggestions: [],
      invoiceId: 1,
      receiptId: 1,
    });
    const made = shop.db.select().from(receipts).all();
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ paymentMethod: 'e-transfer', idempotencyKey: 'interac:CAabc123XY', invoiceId: 1 });
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('paid');
  });

  test('needs the signature of its body, and an address only with a key', async () => {
    const shop = await openWithInvoices();
    const mail = await sign(writeNotice());
    const status = async (headers: Record<string, string>) => (await post(shop.app, mail, headers)).status;
    expect(await status({ 'x-signature': '' })).toBe(401);
    expect(await status({ 'x-signature': signBody(mail, 'other') })).toBe(401);
    expect(await status({ 'x-signature': signBody(mail).toUpperCase() })).toBe(401);
    expect(await status({ 'x-signature': `sha256=${signBody(mail)}` })).toBe(401);
    expect(await status({ 'content-type': 'text/plain' })).toBe(415);
    expect((await post(openShop().app, mail)).status).toBe(404);
    expect(await shop.list()).toEqual([]);
    const long = 'x'.repeat(1024 * 1024 + 1);
    expect((await post(shop.app, long)).status).toBe(413);
  });

  test.for([
    ['a cent less', { cents: 11_899 }, /^The balance of SPC001 is \$119\.00, not \$118\.99\.$/],
    ['two invoices', { memo: 'SPC001 and SPC002' }, /several invoices: SPC001, SPC002/],
    ['no message', { memo: null }, /has no message/],
    ['a number inside a word', { memo: 'XSPC001 SPC0012' }, /SPC0012, which is not an open invoice/],
    ['another recipient', { to: 'other@example.com' }, /not sent to your e-Transfer address/],
    ['another sender', { from: 'notify@interac.example' }, /does not come from Interac/],
    ['a subdomain', { from: `notify@mail.${INTERAC}` }, /does not come from Interac/],
  ] as const)('with %s is only suggested', async ([, made, reason]) => {
    const shop = await openWithInvoices(2);
    expect(await shop.send(made)).toEqual({ status: 'suggested', id: 1, reason: expect.stringMatching(reason) });
    expect(countReceipts(shop)).toBe(0);
    expect((await shop.admin.overview.today()).todos).toMatchObject([{ kind: 'money-in', text: expect.stringContaining('Jane Doe') }]);
  });

  test.for([
    ['a signature of another domain', { domain: 'evil.example' }],
    ['a signature without the sender', { headers: 'subject:date' }],
    ['a signature without the subject', { headers: 'from:date' }],
  ] as const)('with %s is only suggested', async ([, signing]) => {
    const shop = await openWithInvoices();
    expect((await shop.send({}, signing)).status).toBe('suggested');
  });

  test.for([
    ['two senders', (mail: string) => mail.replace('From:', 'From: Bank <bank@evil.example>\r\nFrom:')],
    ['two subjects', (mail: string) => mail.replace('Subject:', 'Subject: You have money\r\nSubject:')],
    [
      'no signature but a note of an earlier check',
      (mail: string) => `Authentication-Results: mx; dkim=pass header.d=${INTERAC}\r\n${mail.slice(mail.indexOf('From:'))}`,
    ],
  ] as const)('with %s is only suggested', async ([, forge]) => {
    const shop = await openWithInvoices();
    const mail = forge(await sign(writeNotice({ cents: shop.cents.get('SPC001') ?? 0 })));
    expect(await (await post(shop.app, mail)).json()).toMatchObject({ status: 'suggested' });
    expect(countReceipts(shop)).toBe(0);
  });

  test('with a body that its signature covers only in part is only suggested', async () => {
    const shop = await openWithInvoices();
    const plain = writeNotice({ cents: shop.cents.get('SPC001') ?? 0 });
    const length = Buffer.byteLength(plain.slice(plain.indexOf('\r\n\r\n') + 4));
    const mail = `${await sign(plain, { bodyLength: length })}More words\r\n`;
    const answer = (await (await post(shop.app, mail)).json()) as { status: string; reason: string };
    expect(answer).toMatchObject({ status: 'suggested', reason: expect.stringContaining('only a part') });
  });

  test('is only suggested while the key cannot be looked up, and paid when it comes again', async () => {
    let isDown = true;
    const { lookUpKeys } = await import('../support/interac');
    const shop = await openWithInvoices(
      1,
      openInteracShop(async (name) => {
        if (isDown) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
        return lookUpKeys(name);
      }),
    );
    expect(await shop.send()).toMatchObject({ status: 'suggested', reason: expect.stringContaining('could not be looked up') });
    isDown = false;
    expect(await shop.send()).toMatchObject({ status: 'matched', id: 1 });
    expect((await shop.admin.overview.today()).todos).toEqual([]);
    expect(countReceipts(shop)).toBe(1);
  });

  test('that asks to deposit the money is skipped with a hint', async () => {
    const shop = await openWithInvoices();
    const mail = `From: notify@${INTERAC}\r\nTo: ${OFFICE}\r\nSubject: Interac e-Transfer: Jane Doe sent you money.\r\n\r\nPlease deposit it.\r\n`;
    expect(await (await post(shop.app, mail)).json()).toEqual({
      status: 'skipped',
      id: null,
      reason: expect.stringContaining('Autodeposit'),
    });
    expect(await shop.list()).toEqual([]);
  });

  test('loses against an earlier payment without a refund', async () => {
    const shop = await openWithInvoices();
    await shop.admin.invoices.recordPayment({ id: 1, amount: '119.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    expect(await shop.send()).toMatchObject({ status: 'suggested' });
    expect(countReceipts(shop)).toBe(1);
    expect((await shop.admin.overview.today()).todos.filter(({ kind }) => kind === 'refund')).toEqual([]);
  });
});

test('splits the name of each open invoice once for a page of e-Transfers that wait', async () => {
  const shop = await openWithInvoices(6);
  const list = ['Date,Description,Credit', ...[1, 2, 3, 4].map((row) => `2026-11-19,INTERAC e-Transfer From: Client ${row},1${row}.00`)];
  await receiveFile(shop.ctx, Buffer.from(list.join('\n')));
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const rows = await shop.list();
  const split = normalize.mock.calls.filter(([form]) => form === 'NFD').length;
  normalize.mockRestore();
  expect(rows).toHaveLength(4);
  for (const { suggestions } of rows) expect(suggestions[0]?.reason).toMatch(/^The name is similar/);
  expect(split).toBe(6 + 4);
});

describe('a suggested e-Transfer', () => {
  test('is booked by one press, a repeat returns the same answer, and the payer is known from then on', async () => {
    const shop = await openWithInvoices(3);
    await shop.send({ sender: 'Bob Husband', memo: 'cleaning', cents: 11_900 });
    const [waiting] = await shop.list();
    expect(waiting?.suggestions).toEqual([{ invoiceId: 1, invoiceNumber: 'SPC001', reason: 'The amount is its balance.' }]);
    await shop.admin.clients.create({ name: 'Client 1', email: 'client1@example.com', phone: '(250) 555-0133', address: '1 Main St' });
    const first = await shop.admin.payments.confirm({ id: 1, invoiceId: 1 });
    expect(first).toMatchObject({ status: 'matched', invoiceId: 1, receiptId: 1, suggestions: [] });
    expect(await shop.admin.payments.confirm({ id: 1, invoiceId: 1 })).toEqual(first);
    await expect(shop.admin.payments.confirm({ id: 1, invoiceId: 2 })).rejects.toThrow('booked on another invoice');
    await expect(shop.admin.payments.ignore({ id: 1 })).rejects.toThrow('booked on an invoice');
    expect(countReceipts(shop)).toBe(1);
    expect((await shop.admin.overview.today()).todos).toEqual([]);

    await shop.admin.invoices.create({
      ...INVOICE,
      items: [],
      customerName: 'Client 1',
      customerEmail: 'client1@example.com',
      subtotal: '50.00',
      status: 'pending',
    });
    await shop.send({ sender: 'bob  husband', memo: 'SPC002 thanks', cents: 7777, reference: 'SECOND1' });
    const [next] = await shop.list();
    expect(next?.suggestions.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC004', 'SPC002']);
  });

  test('waits again once its receipt is deleted, and can be booked on another invoice or on the same one', async () => {
    const shop = await openWithInvoices(2);
    await shop.send();
    for (const [receipt, invoiceId] of [
      [1, 2],
      [2, 1],
    ] as const) {
      await shop.admin.invoices.deleteReceipt({ id: receipt });
      const [waiting] = await shop.list();
      expect(waiting).toMatchObject({
        status: 'suggested',
        invoiceId: null,
        receiptId: null,
        reason: expect.stringMatching(/was deleted/),
      });
      expect(await shop.admin.payments.confirm({ id: 1, invoiceId })).toMatchObject({
        status: 'matched',
        invoiceId,
        receiptId: receipt + 1,
      });
    }
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('paid');
    expect((await shop.admin.invoices.get({ id: 2 })).amountPaid).toBe('0.00');
  });

  test('above the balance is rejected with a sentence, and an unknown one or invoice is not found', async () => {
    const shop = await openWithInvoices(1);
    await shop.send({ cents: 20_000 });
    await expect(shop.admin.payments.confirm({ id: 1, invoiceId: 1 })).rejects.toThrow(
      'The balance of invoice SPC001 is $119.00, not $200.00.',
    );
    await expect(shop.admin.payments.confirm({ id: 1, invoiceId: 9 })).rejects.toThrow('This invoice does not exist.');
    await expect(shop.admin.payments.confirm({ id: 9, invoiceId: 1 })).rejects.toThrow('This e-Transfer does not exist.');
    await expect(shop.admin.payments.ignore({ id: 9 })).rejects.toThrow('This e-Transfer does not exist.');
    expect(countReceipts(shop)).toBe(0);
  });

  test('is ignored only by the office, and listed by its status', async () => {
    const shop = await openWithInvoices(1);
    await shop.send({ memo: null });
    const ignored = await shop.admin.payments.ignore({ id: 1 });
    expect(ignored.status).toBe('ignored');
    expect(await shop.admin.payments.ignore({ id: 1 })).toEqual(ignored);
    expect(await shop.send({ memo: 'SPC001' })).toMatchObject({ status: 'ignored' });
    expect((await shop.admin.payments.listMoneyIn({ status: 'suggested' })).rows).toEqual([]);
    expect((await shop.admin.payments.listMoneyIn({ status: 'ignored', limit: 1 })).rows).toHaveLength(1);
  });
});

test('of many made notices those that name their invoice match, no other does, and no forged one', async () => {
  const shop = await openWithInvoices(50);
  // A seeded series, so that each run has the same notices.
  const kinds = ['exact', 'cents off', 'two named', 'forged', 'husband'] as const;
  let exact = 0;
  let matched = 0;
  for (let place = 0; place < times(100, 500); place++) {
    const kind = kinds[place % kinds.length];
    const invoice = (place % 50) + 1;
    const number = `SPC${String(invoice).padStart(3, '0')}`;
    const balance = (await shop.admin.invoices.get({ id: invoice })).balance;
    const cents = Math.round(Number(balance) * 100) || (shop.cents.get(number) ?? 0);
    const made: Made = {
      ...{ cents, reference: `REF${place}XX`, sender: kind === 'husband' ? `Bob Nöel ${place}` : `Client ${invoice}` },
      ...{ isFrench: place % 2 === 1, isHtml: place % 3 === 1, memo: place % 4 === 0 ? `paiement ${number.toLowerCase()}, merci` : number },
      ...(kind === 'cents off' && { cents: cents + 1 }),
      ...(kind === 'two named' && { memo: `${number} et SPC999` }),
    };
    const isOpen = Number(balance) > 0;
    const { status } = await shop.send(made, kind === 'forged' ? { domain: 'evil.example' } : {});
    const isExact = (kind === 'exact' || kind === 'husband') && isOpen;
    if (isExact) exact += 1;
    if (status === 'matched') matched += 1;
    expect(status, `${place} ${kind}`).toBe(isExact ? 'matched' : 'suggested');
  }
  expect(exact).toBe(20);
  expect(matched).toBe(20);
}, 30_000);
