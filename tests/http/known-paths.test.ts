import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../support/http';
import { openShop } from '../support/shop';

describe('a path', () => {
  test.each([
    ['/STORE', '/store'],
    ['/Company-Profile', '/company-profile'],
    ['/Store?category=tools', '/store?category=tools'],
  ])('%s leads to %s', async (path, known) => {
    const shop = openShop();
    const response = await shop.request('GET', path);
    expect([response.status, response.headers.get('location')]).toEqual([308, known]);
  });

  test('that no page has is titled as such', async () => {
    const shop = openShop();
    for (const path of ['/nowhere', '/NOWHERE', '/store/nowhere']) {
      const response = await shop.request('GET', path);
      expect(response.status).toBe(404);
      expect(parsePage(await response.text()).title).toBe('Page not found · Sage & Pine Cleaning');
    }
  });

  test('of the icon that browsers ask for by themselves has an icon', () => {
    const icon = readFileSync('public/favicon.ico');
    expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect(icon.readUInt16LE(4)).toBe(3);
  });
});
