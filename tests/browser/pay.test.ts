import { OWNER } from './owner';
import { expect, expectAccessible, test } from './support';

// The page of an unknown link is a 404.
test.use({ expectedErrors: /status of 404/ });

test('the page of a payment link is accessible in both colour schemes', { tag: '@phone' }, async ({ page, request }) => {
  const { token } = (await (await request.post('/api/admin/login', { data: OWNER })).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const input = {
    ...{ customerName: 'Alan Park', serviceType: 'Residential Cleaning', serviceDate: '2026-11-20', dueDate: '2026-12-04' },
    ...{ subtotal: '100.00', items: [{ description: 'Residential Cleaning, November 20, 2026', quantity: 1, price: '100.00' }] },
  };
  const made = (await (await request.post('/trpc/invoices.create', { headers, data: input })).json()) as {
    result: { data: { id: number } };
  };
  const asked = encodeURIComponent(JSON.stringify({ id: made.result.data.id }));
  const shown = (await (await request.get(`/trpc/invoices.get?input=${asked}`, { headers })).json()) as {
    result: { data: { payUrl: string } };
  };
  const { pathname } = new URL(shown.result.data.payUrl);
  const backgroundOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const backgrounds = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of [pathname, `${pathname}/thanks`, '/pay/unknown']) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      backgrounds.add(await backgroundOf());
    }
  expect(backgrounds.size).toBe(2);
  // Paper stays light.
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await backgroundOf()).toBe([...backgrounds][0]);
});
