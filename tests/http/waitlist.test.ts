import { describe, expect, test } from 'vitest';
import { waitlistEntries } from '../../db/schema';
import { bodyOf, refusalOf } from '../support/http';
import { openShop } from '../support/shop';
import { cancel, fillSlot, openFull, waiter } from '../support/waitlist';

describe('POST /api/waitlist', () => {
  test('puts a visitor on the list with 201, and ignores unknown fields', async () => {
    const shop = openShop();
    await fillSlot(shop);
    const post = (body: object) => shop.request('POST', '/api/waitlist', { body });
    const { token } = await bodyOf<{ token: string }>(await post({ ...waiter('Ann'), note: 'Soon, please.' }), 201);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await bodyOf(await post(waiter('Ann')), 201)).toEqual({ token });
    expect((await refusalOf(await post(waiter('Bob', { timeSlot: '12:00-14:00' })), 409)).message).toBe(
      'There is a free time on this day: please book it.',
    );
    await refusalOf(await post({ ...waiter('Bob'), timeSlot: '9 to 5' }), 400);
    await refusalOf(await post({ ...waiter('Bob'), website: 'https://spam.example' }), 400);
  });

  test('limits how often one address joins, but counts no repeats', async () => {
    const shop = openShop({ isLimited: true });
    for (const date of ['2026-11-24', '2026-11-25'])
      await shop.admin.booking.changeSlots({ date, timeSlot: '10:00-12:00', maxBookings: 0 });
    const post = (name: string) => shop.request('POST', '/api/waitlist', { body: waiter(name) });
    for (let turn = 0; turn < 10; turn++) await bodyOf(await post(`Ann${'x'.repeat(turn)}`), 201);
    for (let turn = 0; turn < 3; turn++) await bodyOf(await post('Ann'), 201);
    const refused = await post('Zoe');
    await refusalOf(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('GET /waitlist/{token}', () => {
  test('shows each state of an entry on a private page, and changes nothing', async () => {
    const { shop, booked, first, second } = await openFull('Ann', 'Bob');
    const read = async (token: string) => {
      const page = await shop.request('GET', `/waitlist/${token}`);
      expect(page.status).toBe(200);
      expect(['cache-control', 'x-robots-tag', 'referrer-policy'].map((name) => page.headers.get(name))).toEqual([
        'no-store',
        'noindex',
        'no-referrer',
      ]);
      return (await page.text()).replace(/<!-- -->/g, '');
    };
    expect(await read(first)).toContain('You are on the list.');
    await cancel(shop, booked[0]?.token);
    const stored = shop.rows(waitlistEntries);
    const offered = await read(first);
    expect(offered).toContain('until Fri, Nov 20, 2026, 2:00 p.m., Pacific time');
    for (const words of ['Accept', 'No thanks']) expect(offered).toContain(words);
    for (const words of ['ann@example.com', 'Battle St', 'Ann', 'Bob']) expect(offered).not.toContain(words);
    expect(shop.rows(waitlistEntries)).toEqual(stored);
    const { bookingReference } = await shop.visitor.booking.acceptOffer({ token: first });
    expect(await read(first)).toContain(`Your reference is ${bookingReference}`);
    await shop.visitor.booking.leaveWaitlist({ token: second });
    expect(await read(second)).toContain('You are no longer on the list.');
  });

  test('says that an unknown link is not valid, and keeps robots away', async () => {
    const shop = openShop();
    const page = await shop.request('GET', '/waitlist/AAAAAAAAAAAAAAAAAAAAAA');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('This waitlist link is not valid.');
    expect(await (await shop.request('GET', '/robots.txt')).text()).toContain('Disallow: /waitlist/');
  });
});
