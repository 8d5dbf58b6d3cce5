import path from 'node:path';
import { describe, expect } from 'vitest';
import { bookSlot, slotOf } from '../support/booking';
import { appOf, parsePage, refusalOf, type Shop } from '../support/http';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

describe('GET /manage/{token}/booking.ics', () => {
  const file = (shop: Shop, token: string, method = 'GET') => shop.request(method, `/manage/${token}/booking.ics`);

  test('returns the calendar file of the booking uncached and not indexed', async ({ shop }) => {
    const { token, bookingReference } = await bookSlot(shop, (await slotOf(shop)).id);
    const response = await file(shop, token);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="booking.ics"',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    ]);
    const text = await response.text();
    for (const line of [
      'METHOD:PUBLISH',
      `UID:${bookingReference}@shop.test`,
      'SEQUENCE:0',
      'DTSTART:20261124T170000Z',
      'DTEND:20261124T190000Z',
      'STATUS:CONFIRMED',
    ])
      expect(text.split('\r\n')).toContain(line);
    expect(text).not.toContain('ATTENDEE');
    await shop.visitor.booking.cancelManaged({ token, reason: 'Away' });
    expect((await (await file(shop, token)).text()).split('\r\n')).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:1']));
    const head = await file(shop, token, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    await refusalOf(await file(shop, token, 'POST'), 405);
  });

  test.each(['AAAAAAAAAAAAAAAAAAAAAA', '1', '%00', '%ff', 'x'.repeat(300)])('returns 404 for %s', async (token) => {
    const response = await file(openShop(), token);
    expect([response.headers.get('cache-control'), response.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    await refusalOf(response, 404);
  });

  test('blocks a caller who guesses links, here and everywhere', async () => {
    const shop = openShop({ isLimited: true });
    const { token } = await bookSlot(shop, (await slotOf(shop)).id);
    for (let i = 0; i < 30; i++) await refusalOf(await file(shop, `${i}`.padStart(22, 'A')), 404);
    const stopped = await file(shop, token);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    await refusalOf(stopped, 429);
  });

  test('is served also when static files of the built client come first', async ({ shop }) => {
    const { token } = await bookSlot(shop, (await slotOf(shop)).id);
    const app = appOf(shop, { clientFolder: path.resolve(import.meta.dirname, '../../public') });
    expect((await app.request('http://shop.test/favicon.svg')).status).toBe(200);
    const found = await app.request(`http://shop.test/manage/${token}/booking.ics`);
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    await refusalOf(await app.request('http://shop.test/manage/AAAAAAAAAAAAAAAAAAAAAA/booking.ics'), 404);
  });

  test('leaves the page of the booking a page', async ({ shop }) => {
    const { token } = await bookSlot(shop, (await slotOf(shop)).id);
    const page = await shop.request('GET', `/manage/${token}`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(parsePage(await page.text()).querySelector('h1')).not.toBeNull();
  });
});
