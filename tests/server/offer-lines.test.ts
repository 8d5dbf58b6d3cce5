import { describe, expect, test } from 'vitest';
import { INVOICE } from '../support/invoice-inputs';
import { draftOfJob } from '../support/invoices';
import { FIRST, FRIEND, openWithInvoice, openWithPromises, REASON } from '../support/offers';

type Items = Awaited<ReturnType<Awaited<ReturnType<typeof openWithPromises>>['shop']['admin']['invoices']['get']>>['items'];
const LEFT_OUT = expect.stringMatching(/is on this invoice\. Please send its line too, or remove the offer first, which takes a reason\.$/);

describe('an invoice with offers', () => {
  test('keeps them when its lines change, makes them available again once they are removed with a reason, and adds none by itself', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const dearer = items.map((item) => (item.offer ? item : { ...item, price: '200.00' }));
    expect(await shop.admin.invoices.update({ id: 1, items: dearer, subtotal: '185.00' })).toMatchObject({ totalAmount: '220.15' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({
      amount: '15.00',
      isGranted: true,
      reason: expect.stringContaining('Of $200.00 it would be $30.00 now.'),
    });
    await shop.admin.offers.remove({ ...FIRST, reason: REASON });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '30.00', isGranted: false });
    const sentence = 'Please use "Add to invoice" to add an offer.';
    await expect(shop.admin.invoices.update({ id: 1, items: dearer, subtotal: '185.00' })).rejects.toThrow(sentence);
    await expect(shop.admin.invoices.create({ ...INVOICE, items: dearer, subtotal: '185.00' })).rejects.toThrow(sentence);
    await shop.admin.offers.grant(FIRST);
    const twice = [...(await shop.admin.invoices.get({ id: 1 })).items, { ...FIRST, description: 'Again', price: '-30.00' }];
    await expect(shop.admin.invoices.update({ id: 1, items: twice, subtotal: '140.00' })).rejects.toThrow(sentence);
  });
  test.each([
    ['one of them', (items: Items) => items.filter(({ offer }) => offer !== 'first-online-booking'), '75.00'],
    ['all of them', (items: Items) => items.filter(({ offer }) => !offer), '100.00'],
    ['all of its lines', () => [], '100.00'],
  ])('rejects a change of its lines that leaves out %s, as draft and issued, by tRPC and REST', async (_which, keep, subtotal) => {
    const { shop } = await openWithPromises();
    const { token } = await shop.logIn();
    for (const status of ['draft', 'pending'] as const) {
      const before = await shop.admin.invoices.update({ id: 1, status });
      const change = { items: keep(before.items), subtotal };
      await expect(shop.admin.invoices.update({ id: 1, ...change, confirm: true })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      const answer = await shop.request('PATCH', '/api/invoices/1', { token, body: change });
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ message: LEFT_OUT })]);
      expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject(before);
    }
  });
  test('accepts the earlier discount or the discount that the rule gives for the current lines, and no other', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    await shop.admin.offers.grant(FRIEND);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const change = (service: string, first: string, friend: string, subtotal: string) => {
      const [one, two, three] = items;
      const changed = [
        { ...one, price: service },
        { ...two, price: first },
        { ...three, price: friend },
      ];
      return shop.admin.invoices.update({ id: 1, items: changed as typeof items, subtotal });
    };
    await expect(change('100.00', '-60.00', '-25.00', '15.00')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This offer takes off $15.00.',
    });
    await expect(change('200.00', '-30.00', '-30.00', '140.00')).rejects.toThrow('This offer takes off $25.00.');
    await expect(change('200.00', '-29.99', '-25.00', '145.01')).rejects.toThrow('This offer takes off $15.00, or $30.00 of these lines.');
    expect(await change('200.00', '-30.00', '-25.00', '145.00')).toMatchObject({ subtotal: '145.00' });
    expect(await change('20.00', '-3.00', '-17.00', '0.00')).toMatchObject({ subtotal: '0.00' });
  });
  test('shows the discount on the page, in the PDF and in the export', async () => {
    const { shop } = await openWithInvoice('149.95');
    await shop.admin.offers.grant(FIRST);
    const { token } = await shop.logIn();
    const page = await (await shop.request('GET', '/documents/invoice/1', { token })).text();
    expect(page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
      /Residential Cleaning 1 \$149\.95 \$149\.95 15% off first cleaning booked online 1 −\$22\.49 −\$22\.49.*Subtotal \$127\.46/,
    );
    const pdf = await (await shop.request('GET', '/documents/invoice/1.pdf', { token })).text();
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    const csv = await (await shop.request('GET', '/documents/export/invoice_items.csv', { token })).text();
    expect(csv).toMatch(/,15% off first cleaning booked online,1,-22\.49,/);
  });
  test('never has a negative total', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const cheaper = items.map((item) => (item.offer ? item : { ...item, price: '10.00' }));
    await expect(shop.admin.invoices.update({ id: 1, items: cheaper, subtotal: '0.00' })).rejects.toThrow(
      'The offers and discounts take off more than the invoice charges.',
    );
  });
  test('frees its offers for the next invoice while it is in the bin, and cannot be restored beside that invoice', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await shop.admin.invoices.restore({ id: 1 })).toMatchObject({ subtotal: '85.00' });
    await shop.admin.invoices.delete({ id: 1 });
    await draftOfJob(shop, { workOrderId: 1 });
    await shop.admin.invoices.update({ id: 2, subtotal: '100.00' });
    await shop.admin.offers.grant({ ...FIRST, invoiceId: 2 });
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An offer of this invoice now belongs to invoice SPC002, so this one cannot be restored.',
    });
  });
});
