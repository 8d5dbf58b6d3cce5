import { describe, expect } from 'vitest';
import { parsePage, type Shop } from '../support/http';
import { addPrices } from '../support/prices';
import { test } from '../support/shop-test';

const findStrip = async (shop: Shop) => parsePage(await (await shop.request('GET', '/')).text()).querySelector('#home form');
const labelsOf = (strip: Element | null) =>
  [...(strip?.querySelectorAll('label') ?? [])].filter((label) => !label.closest('[hidden]')).map(({ textContent }) => textContent);

describe('the estimate strip of the landing page', () => {
  test('is missing without prices, as after the last one is out of use', async ({ shop }) => {
    expect(await findStrip(shop)).toBeNull();
    const items = await addPrices(shop);
    expect(await findStrip(shop)).not.toBeNull();
    for (const item of items) await shop.admin.pricing.saveItem({ ...item, isActive: false });
    expect(await findStrip(shop)).toBeNull();
  });

  test('estimates a usual home without scripts and leads to the booking page', async ({ shop }) => {
    await addPrices(shop);
    const strip = await findStrip(shop);
    expect(labelsOf(strip)).toEqual(['Service', 'Bedrooms', 'Bathrooms']);
    expect(strip?.querySelector('output')?.textContent).toBe('from $104.00 · about 2.5 h');
    expect(strip?.getAttribute('action')).toBe('/appointments');
    expect(strip?.querySelector('button')?.textContent).toBe('Book');
  });

  test('follows a changed price, a minimum charge and a removed price at once', async ({ shop }) => {
    const [visit] = await addPrices(shop);
    const shown = async () => (await findStrip(shop))?.querySelector('output')?.textContent;
    await shown();
    await shop.admin.pricing.saveItem({ ...(visit ?? expect.fail()), price: '59.00' });
    expect(await shown()).toBe('from $114.00 · about 2.5 h');
    await shop.admin.settings.save({ minimumCharges: { residential: '1200' } });
    expect(await shown()).toBe('from $1,200.00 · about 2.5 h');
    await shop.admin.settings.save({ minimumCharges: {} });
    await shop.admin.pricing.removeItem({ id: visit?.id ?? 0 });
    expect(await shown()).toBe('from $55.00 · about 1.5 h');
  });

  test('names the services that can be booked and cost more than extras, and asks for the area if no room has a price', async ({
    shop,
  }) => {
    await addPrices(shop, 'specialty');
    await shop.admin.pricing.saveItem({ serviceType: 'residential', name: 'Oven', unit: 'extra', price: '35.00' });
    expect(await findStrip(shop)).toBeNull();
    await shop.admin.pricing.saveItem({ serviceType: 'commercial', name: 'Office', unit: '100sqft', price: '8.00' });
    const strip = await findStrip(shop);
    expect([...(strip?.querySelectorAll('[name=service] option') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Commercial Cleaning',
    ]);
    expect(labelsOf(strip)).toEqual(['Service', 'Square feet']);
  });
});
