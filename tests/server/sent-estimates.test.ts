import { describe, expect } from 'vitest';
import { describeEstimate } from '../../src/shared/sent-estimates';
import { bookings, bookSlot, slotOf } from '../support/booking';
import { addPrices, PRICE } from '../support/prices';
import { QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

const ROOMS = { bedrooms: 3, bathrooms: 2 };

describe('the estimate of a booking', () => {
  test('keeps its inputs, its extras and the total by the prices of that time', async ({ shop }) => {
    const [, , , oven] = await addPrices(shop);
    await shop.admin.settings.save({ planDiscounts: { week: 0, '2weeks': 10, '4weeks': 0 } });
    const { id } = await slotOf(shop);
    await bookSlot(shop, id, { frequency: '2weeks', estimate: { ...ROOMS, squareFeet: 1250.5, hours: 2, extras: [oven?.id, 99] } });
    await shop.admin.pricing.saveItem({ ...PRICE, id: 2, price: '99.00' });
    await shop.admin.pricing.removeItem({ id: oven?.id ?? 0 });
    const { estimate, frequency } = await shop.admin.booking.get({ id: 1 });
    expect(frequency).toBe('2weeks');
    expect(estimate).toEqual({
      ...{ ...ROOMS, squareFeet: 1250.5, hours: 2, extras: [oven?.id, 99], serviceType: 'residential', frequency: '2weeks' },
      ...{ extraNames: ['Inside the oven'], total: '161.10', minutes: 240 },
    });
    expect(estimate && describeEstimate(estimate)).toBe(
      '3 bedrooms, 2 bathrooms, 1250.5 sq ft, 2 hours, Inside the oven, every 2 weeks · estimated $161.10',
    );
  });

  test('is of the booked service and frequency, whatever was estimated', async ({ shop }) => {
    await addPrices(shop);
    const { id } = await slotOf(shop);
    await bookSlot(shop, id, { estimate: { ...ROOMS, serviceType: 'commercial', frequency: 'week' } });
    expect((await shop.admin.booking.get({ id: 1 })).estimate).toMatchObject({
      serviceType: 'residential',
      frequency: 'once',
      total: '144.00',
    });
  });

  test('has no total without prices, and none that is too large', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id, { estimate: ROOMS });
    await shop.admin.pricing.saveItem({ ...PRICE, price: '99999999.99' });
    await bookSlot(shop, id, { estimate: ROOMS, clientEmail: 'ann@example.com', clientPhone: '(250) 555-0199' });
    for (const one of [1, 2]) {
      const { estimate } = await shop.admin.booking.get({ id: one });
      expect(estimate).toMatchObject({ ...ROOMS, total: null, minutes: null });
      expect(estimate && describeEstimate(estimate)).toBe('3 bedrooms, 2 bathrooms');
    }
  });

  test('is null unless it was sent, and the frequency is once', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await bookSlot(shop, id);
    await bookSlot(shop, id, { estimate: null, frequency: null, clientEmail: 'ann@example.com', clientPhone: '(250) 555-0199' });
    expect(bookings(shop)).toMatchObject([
      { estimate: null, frequency: 'once' },
      { estimate: null, frequency: 'once' },
    ]);
    expect(await shop.admin.booking.get({ id: 1 })).toMatchObject({ estimate: null, frequency: 'once' });
  });

  test.for([{ estimate: { bedrooms: -1 } }, { estimate: 'x' }, { frequency: 'daily' }])('rejects %j', async (wrong, { shop }) => {
    const { id } = await slotOf(shop);
    await expect(bookSlot(shop, id, wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(bookings(shop)).toEqual([]);
  });
});

describe('the estimate of a quote request', () => {
  test('is shown to the office and not in the public answer', async ({ shop }) => {
    await addPrices(shop);
    const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, estimate: { ...ROOMS, frequency: 'week' } });
    expect(inquiry).not.toHaveProperty('estimate');
    const estimate = { ...ROOMS, serviceType: 'residential', frequency: 'week', extraNames: [], total: '144.00', minutes: 210 };
    expect(await shop.admin.quotes.get({ id: 1 })).toMatchObject({ estimate });
    expect((await shop.admin.quotes.list({})).inquiries).toMatchObject([{ estimate }]);
    expect(await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' })).not.toHaveProperty('estimate');
  });

  test('may be of another service than the request', async ({ shop }) => {
    await addPrices(shop, 'deep-cleaning');
    await shop.visitor.quotes.submit({ ...QUOTE, serviceType: 'specialty', estimate: { serviceType: 'deep-cleaning', bedrooms: 1 } });
    expect(await shop.admin.quotes.get({ id: 1 })).toMatchObject({ estimate: { serviceType: 'deep-cleaning', total: '64.00' } });
  });

  test('is null for a request without one', async ({ shop }) => {
    await shop.visitor.quotes.submit(QUOTE);
    expect(await shop.admin.quotes.get({ id: 1 })).toMatchObject({ estimate: null });
  });
});
