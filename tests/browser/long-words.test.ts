import { bookPlace, dayIn } from './bookings';
import { expect, test } from './support';

const NAME = `Ada Lovelace-${'B'.repeat(100)}`;

test('a name of one long word widens neither the page nor the print of an order or booking', async ({ page, request }) => {
  const order = { customerName: NAME, customerEmail: 'ada@example.com', customerPhone: '250-555-0133' };
  const sent = {
    ...order,
    shippingAddress: `${'S'.repeat(120)} St, Kamloops, V2C 1A1`,
    paymentMethod: 'interac',
    items: [{ productId: 2, quantity: 1 }],
  };
  const { id } = await (await request.post('/api/orders', { data: sent })).json();
  const manage = await bookPlace(
    request,
    { day: dayIn(24), service: 'deep-cleaning', window: '10:00-12:00' },
    { clientName: NAME, clientEmail: 'ada.lovelace@example.com', clientPhone: '250-555-0166' },
  );
  for (const path of [`/order-confirmation/${id}`, manage])
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      await page.goto(path);
      await expect(page.getByText(NAME).first()).toBeVisible();
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect([path, media, widths[0]]).toEqual([path, media, widths[1]]);
    }
});

test('amounts stay on one line', { tag: '@phone' }, async ({ page, request }) => {
  const order = { customerName: 'Maria Santos', customerEmail: 'maria@example.com', customerPhone: '250-555-0133' };
  const sent = { ...order, shippingAddress: '12 Seymour St', paymentMethod: 'interac', items: [{ productId: 2, quantity: 1 }] };
  const { id } = await (await request.post('/api/orders', { data: sent })).json();
  await page.goto(`/order-confirmation/${id}`);
  const lines = await page
    .getByRole('main')
    .getByText(/^\$\d+\.\d\d$/)
    .evaluateAll((amounts) =>
      amounts.map((amount) => {
        const range = document.createRange();
        range.selectNodeContents(amount);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
  expect(lines.length).toBeGreaterThan(2);
  expect(new Set(lines)).toEqual(new Set([1]));
});
