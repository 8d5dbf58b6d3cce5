import { describe, expect } from 'vitest';
import { PAGE_DATA_ID, type PageData } from '../../src/shared/page-data';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

/** Returns the text between the tags of the element with a page's data, and the data. */
function readData(html: string) {
  const [, text = ''] = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">(.*?)</script>`, 's').exec(html) ?? [];
  return { text, data: JSON.parse(text) as PageData };
}

describe('the data in a public page', () => {
  test('has the company and the props of the page, field by field', async ({ shop }) => {
    insertRow(shop.db, 'products', { name: 'Soap', category: 'Tools', cost_cents: 4711, supplier_name: 'Wholesaler' });
    const fields: Record<string, string[]> = {
      '/': ['content', 'estimator', 'isReceived'],
      '/store': ['first', 'taxRule'],
      '/marketplace': ['first', 'rendered', 'showSampleRatings'],
      '/checkout': ['taxRule'],
      '/appointments': ['today'],
      '/company-profile': ['today'],
      '/facebook-cover': [],
      '/privacy': ['text', 'updatedOn'],
      '/my': ['data'],
    };
    for (const [path, expected] of Object.entries(fields)) {
      const { data } = readData(await (await shop.request('GET', path)).text());
      expect([path, Object.keys(data.props).sort()]).toEqual([path, expected]);
      expect(Object.keys(data.company).sort()).toEqual(
        [
          'city',
          'email',
          'hours',
          'links',
          'logo',
          'name',
          'phone',
          'postalCode',
          'region',
          'regions',
          'shortName',
          'street',
          'towns',
        ].sort(),
      );
    }
    const { data } = readData(await (await shop.request('GET', '/store')).text());
    const { list } = (data.props as { first: { list: { rows: object[] } } }).first;
    expect(list.rows.map((row) => Object.keys(row).sort())).toEqual([
      [
        ...['category', 'description', 'id', 'imageUrl', 'isHstTaxable', 'isPstTaxable', 'name', 'price'],
        ...['rating', 'reviews', 'stockQuantity'],
      ],
    ]);
  });

  test('cannot end its element or begin another', async ({ shop }) => {
    const name = '</script><script>alert(1)</script><!--';
    insertRow(shop.db, 'products', { name, category: 'Tools' });
    const html = await (await shop.request('GET', '/store')).text();
    const { text, data } = readData(html);
    expect(text).not.toContain('<');
    expect((data.props as { first: { list: { rows: unknown[] } } }).first.list.rows).toMatchObject([{ name }]);
    expect(html).not.toContain('<script>alert(1)');
  });

  test('is in no page of the office, and in no page that does not exist', async ({ shop }) => {
    for (const path of ['/admin', '/team-login', '/nothing-here', '/quote/unknown'])
      expect(await (await shop.request('GET', path)).text()).not.toContain(`id="${PAGE_DATA_ID}"`);
  });
});
