import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { computeSums } from '../../src/server/invoices/lines';
import { priceLines } from '../../src/server/quoting/composing';
import { calculatePercent, parseCents } from '../../src/shared/money';
import { listLines, PRICE_UNITS, sumPrices } from '../../src/shared/pricing';
import { getPlanDiscount } from '../../src/shared/quoting';
import { ratesAtIssue } from '../../src/shared/taxes';
import { times } from '../support/length';
import { approve, assertSound, send } from '../support/quoting';
import { openShop } from '../support/shop';

const money = fc.integer({ min: 0, max: 50_000 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((part) => part / 100);
const taxProfile = fc.constantFrom('documented', 'bc-current');
const rooms = { bedrooms: fc.nat(9), bathrooms: fc.nat(9), squareFeet: fc.nat(4000), hours: fc.nat(12) };
const cents = (amount: string | undefined) => parseCents(amount ?? '0') ?? 0;

test('estimate, quote and invoice of random baskets agree to the cent', { timeout: 120_000 }, async () => {
  const shops = { documented: openShop(), 'bc-current': openShop() };
  await shops['bc-current'].admin.settings.save({ taxProfile: 'bc-current' });
  const items = fc.array(fc.record({ unit: fc.constantFrom(...PRICE_UNITS), priceCents: money, minutes: fc.nat(300) }), { maxLength: 8 });
  const basket = fc.record({ ...rooms, extras: fc.array(fc.integer({ min: 1, max: 8 })) });
  const more = fc.record({
    minimumCents: money,
    estimateOff: percent,
    planOff: percent,
    goods: fc.array(money, { maxLength: 2 }),
    taxProfile,
  });
  fc.assert(
    fc.property(items, basket, more, (rows, asked, { minimumCents, estimateOff, planOff, goods, ...chosen }) => {
      const { ctx } = shops[chosen.taxProfile];
      const book = rows.map((row, index) => ({ ...row, id: index + 1, name: `Item ${index + 1}` }));
      const estimate = listLines(book, asked, { minimumCents, discountPercent: estimateOff });
      const lines = [
        ...estimate.map((line) => ({ ...line, isGoods: false, isOptional: false })),
        ...goods.map((priceCents) => ({
          kind: 'goods' as const,
          description: 'Soap',
          quantity: 2,
          priceCents,
          isGoods: true,
          isOptional: false,
        })),
      ];
      const quote = priceLines(ctx, lines, planOff);
      const gross = sumPrices(estimate) + goods.reduce((sum, price) => sum + 2 * price, 0);
      const off = calculatePercent(gross, planOff);
      expect([quote.subtotalCents, getPlanDiscount(lines, planOff)]).toEqual([gross - off, off]);
      const billed = [
        ...lines.map(({ description, quantity, priceCents, isGoods }) => ({ description, quantity, price: priceCents, isGoods })),
        { description: 'Discount', quantity: 1, price: -off, isGoods: false },
      ];
      const { subtotalCents, hstCents, pstCents, totalCents } = quote;
      const invoice = computeSums(ctx, quote.taxProfile, billed, gross - off, ratesAtIssue(quote));
      expect(invoice).toMatchObject({ subtotalCents, hstCents, pstCents, totalCents });
    }),
    { numRuns: times(1000, 10_000) },
  );
});

test('estimate, quote, approval and invoice of random baskets agree to the cent', { timeout: 180_000 }, async () => {
  const shop = openShop();
  const { admin, visitor } = shop;
  await admin.settings.save({ planDiscounts: { week: 12.5, '2weeks': 7.25, '4weeks': 3 }, minimumCharges: { commercial: '89.99' } });
  for (const [place, unit] of PRICE_UNITS.entries())
    await admin.pricing.saveItem({
      ...{ serviceType: 'commercial', name: `By ${unit}`, unit, minutes: 5 },
      price: `${19 + place}.${37 + place}`,
    });
  const { rows } = await admin.pricing.list();
  const extras = rows.filter(({ unit, serviceType }) => unit === 'extra' && serviceType === 'commercial').map(({ id }) => id);
  // Without an e-mail address no PDF is made for the mail.
  const client = await admin.clients.create({ name: 'Anna Berg', email: null, phone: '250 555 0177', address: '5 Battle St' });
  const frequency = fc.constantFrom('once', 'week', '2weeks', '4weeks');
  const basket = fc.record({ ...rooms, hours: fc.nat(3), squareFeet: fc.nat(900), extras: fc.subarray(extras), frequency });
  const soap = fc.record({
    price: fc.integer({ min: 1, max: 9999 }).map((part) => (part / 100).toFixed(2)),
    quantity: fc.integer({ min: 1, max: 5 }),
  });
  const more = fc.record({
    soap,
    isChosen: fc.boolean(),
    planOff: fc.option(percent),
    deposit: fc.integer({ min: 0, max: 99 }),
    taxProfile,
  });
  const property = fc.asyncProperty(basket, more, async (asked, { soap, isChosen, planOff, deposit, ...settings }) => {
    await admin.settings.save(settings);
    const estimate = await visitor.pricing.estimate({ serviceType: 'commercial', ...asked });
    const soapLine = { kind: 'goods' as const, description: 'Soap', isOptional: true, ...soap };
    const rule = { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00' };
    const quote = await send(shop, {
      ...{ clientId: client.id, serviceType: 'commercial', lines: [...(estimate?.lines ?? []), soapLine], deposit: { percent: deposit } },
      ...(planOff !== null && { plan: { ...rule, discountPercent: planOff } }),
    });
    const net = cents(estimate?.total) - calculatePercent(cents(estimate?.total), planOff ?? 0);
    expect(cents(quote.subtotal)).toBe(net);
    const chosen = isChosen ? quote.lines.filter(({ isOptional }) => isOptional).map(({ id }) => id) : [];
    const lines = quote.lines.map(({ price, ...line }) => ({
      ...line,
      priceCents: cents(price),
      isOptional: line.isOptional && !isChosen,
    }));
    const { totalCents } = priceLines(shop.ctx, lines, planOff);
    await approve(shop, quote, { chosen, total: (totalCents / 100).toFixed(2) });
    const approved = await admin.quoting.get({ id: quote.id });
    const first = shop.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(eq(workOrders.planId, approved.planId ?? 0))
      .get();
    const id = approved.workOrderId ?? first?.id ?? 0;
    for (const status of ['in-progress', 'completed'] as const) await admin.dispatch.setWorkOrderStatus({ id, status, confirm: true });
    const invoice = await admin.invoices.createFromWorkOrder({ id });
    const paid = approved.depositInvoiceId === null ? undefined : await admin.invoices.get({ id: approved.depositInvoiceId });
    for (const [billed, quoted] of [
      ['totalAmount', 'total'],
      ['subtotal', 'subtotal'],
      ['hstAmount', 'hstAmount'],
      ['pstAmount', 'pstAmount'],
    ] as const)
      expect(cents(invoice[billed]) + cents(paid?.[billed])).toBe(cents(approved[quoted]));
    if (approved.planId !== null) await admin.plans.end({ id: approved.planId, on: '2026-11-20' });
  });
  await fc.assert(property, { numRuns: times(12, 200) });
  assertSound(shop);
});
