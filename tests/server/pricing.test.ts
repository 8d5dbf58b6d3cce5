import { describe, expect } from 'vitest';
import { activity, priceItems } from '../../db/schema';
import { addPrices, PRICE } from '../support/prices';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const verbsOf = (shop: Shop) => shop.rows(activity).map(({ verb }) => verb);

describe('an estimate', () => {
  test('is null for a service without active prices', async ({ shop }) => {
    expect(await shop.visitor.pricing.estimate({ serviceType: 'residential' })).toBeNull();
    const { id } = await shop.admin.pricing.saveItem({ ...PRICE, unit: 'flat' });
    expect(await shop.visitor.pricing.estimate({ serviceType: 'residential' })).not.toBeNull();
    expect(await shop.visitor.pricing.estimate({ serviceType: 'commercial' })).toBeNull();
    await shop.admin.pricing.saveItem({ ...PRICE, unit: 'flat', id, isActive: false });
    expect(await shop.visitor.pricing.estimate({ serviceType: 'residential' })).toBeNull();
    await shop.admin.pricing.saveItem({ ...PRICE, unit: 'flat', id, isActive: true });
    await shop.admin.pricing.removeItem({ id });
    expect(await shop.visitor.pricing.estimate({ serviceType: 'residential' })).toBeNull();
  });

  test('has the lines, the minutes and the total of the price book', async ({ shop }) => {
    const [, , , oven] = await addPrices(shop);
    const extras = [oven?.id ?? 0];
    expect(await shop.visitor.pricing.estimate({ serviceType: 'residential', bedrooms: 3, bathrooms: 2, extras })).toEqual({
      total: '179.00',
      low: '179.00',
      high: '179.00',
      minutes: 240,
      lines: [
        { kind: 'service', description: 'Home visit', quantity: 1, price: '49.00', minutes: 60 },
        { kind: 'service', description: 'Bedroom', quantity: 3, price: '15.00', minutes: 30 },
        { kind: 'service', description: 'Bathroom', quantity: 2, price: '25.00', minutes: 30 },
        { kind: 'extra', description: 'Inside the oven', quantity: 1, price: '35.00', minutes: 30 },
      ],
    });
  });

  test('counts what is left out as none', async ({ shop }) => {
    await addPrices(shop);
    const left = { serviceType: 'residential', bedrooms: null, bathrooms: undefined, squareFeet: null, hours: null, extras: null };
    expect(await shop.visitor.pricing.estimate({ ...left, frequency: null })).toMatchObject({
      total: '49.00',
      low: '49.00',
      high: '49.00',
    });
  });

  test('counts extras of its own service only, while they are in use', async ({ shop }) => {
    const [, , , oven] = await addPrices(shop);
    const [, , , other] = await addPrices(shop, 'deep-cleaning');
    const ask = (id = 0) => shop.visitor.pricing.estimate({ serviceType: 'residential', extras: [id, 999] });
    expect(await ask(other?.id)).toMatchObject({ total: '49.00' });
    expect(await ask(oven?.id)).toMatchObject({ total: '84.00' });
    await shop.admin.pricing.saveItem({ ...PRICE, id: oven?.id, unit: 'extra', isActive: false });
    expect(await ask(oven?.id)).toMatchObject({ total: '49.00' });
  });

  test("follows the owner's minimum charge and discounts", async ({ shop }) => {
    await addPrices(shop);
    const ask = (frequency?: 'once' | 'week' | '2weeks' | '4weeks', serviceType = 'residential') =>
      shop.visitor.pricing.estimate({ serviceType, bedrooms: 1, frequency });
    await shop.admin.settings.save({ planDiscounts: { week: 20, '2weeks': 12.5, '4weeks': 0 } });
    expect(await ask()).toMatchObject({ total: '64.00' });
    expect(await ask('once')).toMatchObject({ total: '64.00' });
    expect(await ask('week')).toMatchObject({ total: '51.20' });
    expect(await ask('2weeks')).toMatchObject({ total: '56.00' });
    expect(await ask('4weeks')).toMatchObject({ total: '64.00' });
    await shop.admin.settings.save({ minimumCharges: { residential: '89', constructor: '500.00' } });
    const least = await ask('week');
    expect(least?.total).toBe('71.20');
    expect(least?.lines.slice(-2)).toEqual([
      { kind: 'service', description: 'Minimum charge', quantity: 1, price: '25.00', minutes: 0 },
      { kind: 'discount', description: 'Every week: 20% off', quantity: 1, price: '-17.80', minutes: 0 },
    ]);
  });

  test('of a service that is named like a part of every object has no minimum charge', async ({ shop }) => {
    await addPrices(shop, 'toString');
    expect(await shop.visitor.pricing.estimate({ serviceType: 'toString' })).toMatchObject({ total: '49.00' });
  });

  test.for([
    { bedrooms: -1 },
    { bedrooms: 1.5 },
    { bedrooms: 100 },
    { bedrooms: 'two' },
    { bathrooms: -1 },
    { squareFeet: -1 },
    { squareFeet: 1_000_001 },
    { hours: 0.5 },
    { extras: [0] },
    { extras: ['x'] },
    { extras: Array.from({ length: 101 }, (_, id) => id + 1) },
    { frequency: 'daily' },
    { serviceType: '' },
    { serviceType: undefined },
    { serviceType: 'x'.repeat(61) },
  ])('rejects %j', async (wrong, { shop }) => {
    await addPrices(shop);
    const input = { serviceType: 'residential', ...wrong } as { serviceType: string };
    await expect(shop.visitor.pricing.estimate(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('rejects more work than an amount can hold', async ({ shop }) => {
    const item = await shop.admin.pricing.saveItem({ ...PRICE, price: '99999999.99' });
    const ask = (bedrooms: number) => shop.visitor.pricing.estimate({ serviceType: item.serviceType, bedrooms });
    expect(await ask(1)).toMatchObject({ total: '99999999.99' });
    await expect(ask(2)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This is too much work for an estimate. Please ask us for a quote.',
    });
  });

  test('reads the items of one service by one index, in their order', async ({ shop }) => {
    await addPrices(shop);
    const plans = await plansOf(shop, () => shop.visitor.pricing.estimate({ serviceType: 'residential' }));
    expect(plans).toContain('SEARCH price_items USING INDEX price_items_service (service_type=? AND is_active=?)');
  });
});

describe('the price book', () => {
  test('lists all items by service, each in its place', async ({ shop }) => {
    await addPrices(shop);
    const saved = await shop.admin.pricing.saveItem({ ...PRICE, serviceType: 'commercial', name: 'Office', unit: '100sqft', price: 8 });
    expect(saved).toEqual({
      ...{ id: 5, serviceType: 'commercial', name: 'Office', unit: '100sqft', price: '8.00', minutes: 30, isActive: true, sort: 1 },
    });
    const { rows } = await shop.admin.pricing.list();
    expect(rows.map(({ id, sort }) => [id, sort])).toEqual([
      [5, 1],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  test('saves an item without minutes as one that takes none', async ({ shop }) => {
    const { minutes, ...item } = PRICE;
    expect(await shop.admin.pricing.saveItem(item)).toMatchObject({ minutes: 0, isActive: true, sort: 1 });
  });

  test('changes an item and keeps what is not given', async ({ shop }) => {
    const { id } = await shop.admin.pricing.saveItem({ ...PRICE, isActive: false, sort: 7 });
    const { minutes, ...item } = PRICE;
    const changed = await shop.admin.pricing.saveItem({ ...item, id, name: 'Large bedroom', price: '18.50' });
    expect(changed).toEqual({ ...PRICE, id, name: 'Large bedroom', price: '18.50', isActive: false, sort: 7 });
    expect(verbsOf(shop)).toEqual(['price.created', 'price.updated']);
  });

  test('puts the items of a service in order and the others last', async ({ shop }) => {
    await addPrices(shop);
    const [other] = await addPrices(shop, 'commercial');
    const { rows } = await shop.admin.pricing.sortItems({ serviceType: 'residential', ids: [3, other?.id ?? 0, 1] });
    const placesOf = (service: string) => rows.filter(({ serviceType }) => serviceType === service).map(({ id, sort }) => [id, sort]);
    expect(placesOf('residential')).toEqual([
      [3, 1],
      [1, 2],
      [2, 3],
      [4, 4],
    ]);
    expect(placesOf('commercial')).toEqual([
      [5, 1],
      [6, 2],
      [7, 3],
      [8, 4],
    ]);
    const before = verbsOf(shop).length;
    await shop.admin.pricing.sortItems({ serviceType: 'nothing', ids: [1] });
    expect(verbsOf(shop)).toHaveLength(before);
  });

  test('removes an item', async ({ shop }) => {
    await addPrices(shop);
    expect(await shop.admin.pricing.removeItem({ id: 2 })).toEqual({ id: 2 });
    expect(shop.rows(priceItems).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(verbsOf(shop).at(-1)).toBe('price.removed');
  });

  test('rejects an item that does not exist', async ({ shop }) => {
    await expect(shop.admin.pricing.removeItem({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.admin.pricing.saveItem({ ...PRICE, id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.for([
    { price: '-1.00' },
    { price: '1.005' },
    { price: 'free' },
    { price: '100000000' },
    { unit: 'room' },
    { name: ' ' },
    { name: 'x'.repeat(121) },
    { serviceType: '' },
    { minutes: -1 },
    { minutes: 1.5 },
    { minutes: 1441 },
    { sort: -1 },
    { isActive: 'yes' },
  ])('rejects an item with %j', async (wrong, { shop }) => {
    await expect(shop.admin.pricing.saveItem({ ...PRICE, ...(wrong as object) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(shop.rows(priceItems)).toEqual([]);
  });

  test('holds 500 items at most', async ({ shop }) => {
    for (let count = 0; count < 500; count++) insertRow(shop.db, 'price_items', { name: `Item ${count}` });
    await expect(shop.admin.pricing.saveItem(PRICE)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.pricing.saveItem({ ...PRICE, id: 1 })).toMatchObject({ id: 1 });
  });

  test.for(['visitor', 'member'] as const)('is closed to a %s', async (kind, { shop }) => {
    const code = kind === 'visitor' ? 'UNAUTHORIZED' : 'FORBIDDEN';
    const { pricing } = shop[kind];
    for (const call of [
      pricing.list(),
      pricing.saveItem(PRICE),
      pricing.removeItem({ id: 1 }),
      pricing.sortItems({ serviceType: 'x', ids: [] }),
    ])
      await expect(call).rejects.toMatchObject({ code });
  });

  test('ticks the step "Prices" of a new company once the owner has saved or removed a price', async ({ shop }) => {
    const isDone = async () => (await shop.admin.overview.checklist()).steps.find(({ step }) => step === 'prices')?.isDone;
    expect(await isDone()).toBe(false);
    await shop.admin.pricing.saveItem(PRICE);
    expect(await isDone()).toBe(true);
  });
});

describe('the settings of prices', () => {
  test('are empty in a company that never saved any', async ({ shop }) => {
    expect(await shop.admin.settings.get()).toMatchObject({ minimumCharges: {}, planDiscounts: { week: 0, '2weeks': 0, '4weeks': 0 } });
  });

  test('are amounts and percentages', async ({ shop }) => {
    const saved = await shop.admin.settings.save({
      minimumCharges: { residential: 89 },
      planDiscounts: { week: '15', '2weeks': 10, '4weeks': 5 },
    });
    expect(saved).toMatchObject({ minimumCharges: { residential: '89.00' }, planDiscounts: { week: 15, '2weeks': 10, '4weeks': 5 } });
    expect(await shop.admin.settings.get()).toMatchObject({ minimumCharges: { residential: '89.00' } });
  });

  test.for([
    { minimumCharges: { residential: '-1' } },
    { minimumCharges: { residential: 'x' } },
    { minimumCharges: { '': '1.00' } },
    { minimumCharges: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, '1.00'])) },
    { planDiscounts: { week: 101, '2weeks': 0, '4weeks': 0 } },
    { planDiscounts: { week: -1, '2weeks': 0, '4weeks': 0 } },
    { planDiscounts: { week: 0.001, '2weeks': 0, '4weeks': 0 } },
    { planDiscounts: { week: 10 } },
  ])('reject %j', async (wrong, { shop }) => {
    await expect(shop.admin.settings.save(wrong as object)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
