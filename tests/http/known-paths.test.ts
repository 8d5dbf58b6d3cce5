import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { parsePage } from '../support/http';
import { test } from '../support/shop-test';

describe('a path', () => {
  test.for([
    ['/STORE', '/store'],
    ['/Company-Profile', '/company-profile'],
    ['/Store?category=tools', '/store?category=tools'],
  ] as const)('%s leads to %s', async ([path, known], { shop }) => {
    const response = await shop.request('GET', path);
    expect([response.status, response.headers.get('location')]).toEqual([308, known]);
  });

  test('without a page has the title of the 404 page', async ({ shop }) => {
    for (const path of ['/nowhere', '/NOWHERE', '/store/nowhere']) {
      const response = await shop.request('GET', path);
      expect(response.status).toBe(404);
      expect(parsePage(await response.text()).title).toBe('Page not found · Sage & Pine Cleaning');
    }
  });

  test('that browsers request for an icon returns an icon', () => {
    const icon = readFileSync('public/favicon.ico');
    expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect(icon.readUInt16LE(4)).toBe(3);
  });
});
