import { describe, expect, test } from 'vitest';
import { openShop } from '../support/shop';
import { shelve } from '../support/storefront';

describe('several products at once', () => {
  test('are retired and sold again, and get other reorder levels, with the reason of each that failed', async () => {
    const shop = openShop();
    shelve(shop, { name: 'Soap' }, { name: 'Apron', reorder_level: 3 });
    const { admin } = shop;
    const change = (products: Parameters<typeof admin.inventory.updateProducts>[0]['products']) =>
      admin.inventory.updateProducts({ products });
    expect(
      await change([
        { id: 1, isActive: false },
        { id: 9, isActive: false },
      ]),
    ).toEqual({
      results: [
        { id: 1, error: null },
        { id: 9, error: 'This product does not exist.' },
      ],
    });
    expect((await admin.inventory.get({ id: 1 })).isActive).toBe(false);
    await change([
      { id: 1, isActive: true, reorderLevel: 8 },
      { id: 2, reorderLevel: 8 },
    ]);
    expect((await admin.inventory.list({})).rows.map(({ name, reorderLevel }) => [name, reorderLevel])).toEqual([
      ['Apron', 8],
      ['Soap', 8],
    ]);
    await expect(change([{ id: 9, isActive: true }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const wrong of [[], [{ id: 1, reorderLevel: -1 }], Array.from({ length: 101 }, () => ({ id: 1, isActive: true }))])
      await expect(change(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(admin.inventory.get({ id: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
