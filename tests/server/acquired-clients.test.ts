import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { appointmentBookings, contactInquiries, orders } from '../../db/schema';
import { countAcquiredClients } from '../../src/server/automation/acquired';
import { book, confirmQuote, order } from '../support/commitments';
import { plansOf } from '../support/query-plans';
import { openShop, QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

/** Friday, November 20, noon in Kamloops. */
const TODAY = '2026-11-20';

describe('clients won on a day', () => {
  test('are the people whose first confirmed quote, booking or order is on that day', async ({ shop }) => {
    expect(countAcquiredClients(shop.ctx, TODAY)).toBe(0);
    await shop.visitor.quotes.submit(QUOTE);
    expect(countAcquiredClients(shop.ctx, TODAY)).toBe(0);
    await confirmQuote(shop, { email: 'one@example.com', phone: '250 555 0101' });
    await order(shop, 'two@example.com', '250 555 0102');
    await book(shop, 'three@example.com', '250 555 0103');
    expect(countAcquiredClients(shop.ctx, TODAY)).toBe(3);
    expect(await shop.admin.automation.aiStatus()).toMatchObject({ dailyClientsAcquired: 3, completionRate: 60 });
    expect([countAcquiredClients(shop.ctx, '2026-11-19'), countAcquiredClients(shop.ctx, '2026-11-21')]).toEqual([0, 0]);
  });

  test('count once by e-mail address in any case, or by phone in any format', async ({ shop }) => {
    await confirmQuote(shop, { email: 'Maria@Example.com', phone: '(250) 555-0133' });
    await order(shop, 'maria@example.com', '250 555 9999');
    await order(shop, 'work@example.com', '+1 250.555.0133');
    await book(shop, 'third@example.com', '250-555-9999');
    expect(countAcquiredClients(shop.ctx, TODAY)).toBe(1);
  });

  test.each([
    ['a pending quote the day before does not make them known', async (shop: Shop) => shop.visitor.quotes.submit(QUOTE), 1],
    ['a confirmed one does', async (shop: Shop) => confirmQuote(shop), 0],
    [
      'one that was put in the bin does',
      async (shop: Shop) =>
        shop.db
          .update(contactInquiries)
          .set({ deletedAt: '2026-11-19T21:00:00.000Z' })
          .where(eq(contactInquiries.id, await confirmQuote(shop)))
          .run(),
      0,
    ],
    ['a booking under their phone does', async (shop: Shop) => book(shop, 'other@example.com', '250 555 0133'), 0],
    [
      'one that was cancelled does not',
      async (shop: Shop) => {
        await book(shop, 'maria@example.com', '250 555 0133');
        shop.db.update(appointmentBookings).set({ status: 'cancelled', cancelReason: 'away', cancelledBy: 'client' }).run();
      },
      1,
    ],
    ['an order does', async (shop: Shop) => order(shop, 'MARIA@example.com', '250 555 7777'), 0],
    [
      'a cancelled order does not',
      async (shop: Shop) => {
        await order(shop, 'maria@example.com', '250 555 7777');
        shop.db.update(orders).set({ status: 'cancelled', cancelledAt: '2026-11-19T21:00:00.000Z', cancelReason: 'x' }).run();
      },
      1,
    ],
  ])('count by earlier commitments: %s', async (_words, before, expected) => {
    const shop = openShop({ now: '2026-11-19T20:00:00.000Z' });
    await before(shop);
    shop.clock.advance(24 * 60);
    await confirmQuote(shop, { email: 'maria@example.com', phone: '250 555 0133' });
    expect(countAcquiredClients(shop.ctx, TODAY)).toBe(expected);
  });

  test('are counted by the business day, not by UTC', async () => {
    // 23:59 and 00:01 in Kamloops.
    const shop = openShop({ now: '2026-11-21T06:59:00.000Z' });
    await confirmQuote(shop, { email: 'late@example.com', phone: '250 555 0101' });
    shop.clock.advance(2);
    await confirmQuote(shop, { email: 'early@example.com', phone: '250 555 0102' });
    expect([countAcquiredClients(shop.ctx, TODAY), countAcquiredClients(shop.ctx, '2026-11-21')]).toEqual([1, 1]);
  });

  test('are read by day and by contact through indexes', async ({ shop }) => {
    const at = { confirmedAt: '2026-11-20T19:00:00.000Z', createdAt: '2026-11-20T18:00:00.000Z' };
    const quote = { name: 'A', email: 'a@example.com', phone: '250 555 0101', serviceType: 'residential', status: 'confirmed' } as const;
    shop.db
      .insert(contactInquiries)
      .values({ ...quote, ...at })
      .run();
    const plans = await plansOf(shop, async () => countAcquiredClients(shop.ctx, TODAY));
    for (const index of [
      'contact_inquiries_confirmed',
      'contact_inquiries_email',
      'contact_inquiries_phone',
      'appointment_bookings_created',
      'appointment_bookings_person',
      'appointment_bookings_phone',
      'orders_by_day',
      'orders_email',
      'orders_phone',
    ])
      expect(plans.join('\n')).toMatch(new RegExp(`SEARCH \\w+ (EXISTS )?USING (COVERING )?INDEX ${index}\\b`));
    expect(plans.filter((plan) => /SCAN (?!json_each)|contact_inquiries_deleted/.test(plan))).toEqual([]);
  });
});
