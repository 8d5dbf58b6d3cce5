import { expect, test } from 'vitest';
import { quotes } from '../../db/schema';
import { OVEN, SPRING, send, WINDOWS } from '../support/quoting';
import { openShop } from '../support/shop';

test('the page of a quote shows lines, extras, taxes and terms without scripts, and changes nothing', async () => {
  const shop = openShop();
  const { token } = await send(shop, {
    lines: [{ ...WINDOWS, quantity: 2 }, SPRING, OVEN],
    deposit: { percent: 25 },
    message: 'As discussed on the phone.',
    terms: 'Payment within 14 days.',
  });
  const page = await shop.request('GET', `/quote/${token}`);
  expect([page.status, page.headers.get('x-robots-tag'), page.headers.get('cache-control')]).toEqual([200, 'noindex', 'no-store']);
  const html = await page.text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  // 290.00 with 12% HST and 7% PST is 345.10, and a quarter of it 86.28.
  const shown = ['Q-1001', 'Residential', 'December 20, 2026', 'As discussed on the phone.', 'Windows, inside and out', '2 × $150.00'];
  for (const text of [...shown, '−$10.00', 'Oven', '$40.00', '$290.00', '$345.10', '$86.28', 'Payment within 14 days.', 'href="tel:'])
    expect(html).toContain(text);
  expect(html).not.toMatch(/anna@example\.com|555-0177|Battle St/);
  expect(shop.db.select().from(quotes).get()?.status).toBe('sent');
});

test('an unknown quote link is 404', async () => {
  const shop = openShop();
  const page = await shop.request('GET', `/quote/${'A'.repeat(22)}`);
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('This quote link is not valid.');
  expect(await (await shop.request('GET', '/robots.txt')).text()).toContain('Disallow: /quote/');
});

test('the page of a quote leads to the newer version', async () => {
  const shop = openShop();
  const { id, token } = await send(shop);
  const draft = await shop.admin.quoting.revise({ id, message: 'Now with the balcony.' });
  const { token: newer } = await shop.admin.quoting.send({ id: draft.id });
  const html = await (await shop.request('GET', `/quote/${token}`)).text();
  expect(html).toContain('There is a newer version');
  expect(html).toContain(`href="/quote/${newer}"`);
});

test('the page of a quote that expired or was withdrawn says whom to call', async () => {
  const shop = openShop();
  const withdrawn = await send(shop);
  await shop.admin.quoting.withdraw({ id: withdrawn.id });
  expect(await (await shop.request('GET', `/quote/${withdrawn.token}`)).text()).toContain('We have withdrawn this quote.');
  const { token } = await send(shop);
  shop.clock.advance(60 * 24 * 31);
  const html = await (await shop.request('GET', `/quote/${token}`)).text();
  expect(html).toContain('This quote has expired.');
  expect(html).not.toContain('Your name');
  await shop.admin.settings.save({ allowLateApproval: true });
  expect(await (await shop.request('GET', `/quote/${token}`)).text()).toContain('Your name');
});
