import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, logIn, test } from './support';

type Product = { id: number; name: string; price: string; stockQuantity: number };

/** A product of which there is enough for this test and for others at the same time. */
async function pickProduct(request: APIRequestContext, place: number): Promise<Product> {
  const products = (await (await request.get('/api/products')).json()) as Product[];
  const plenty = products.filter(({ stockQuantity }) => stockQuantity > 30);
  const product = plenty[place % plenty.length];
  if (!product) throw new Error('Nothing is in stock.');
  return product;
}

/** Orders the way another visitor's browser would; answers the number of the order. */
async function sendOrder(request: APIRequestContext, product: Product, customerName: string, paymentMethod: string): Promise<string> {
  const answer = await request.post('/api/orders', {
    data: {
      customerName,
      customerEmail: `${Date.now()}@example.com`,
      customerPhone: '250-555-0199',
      shippingAddress: '1 Seymour Street, Kamloops, V2C 2A1',
      paymentMethod,
      items: [{ productId: product.id, quantity: 2 }],
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { orderNumber: string }).orderNumber;
}
const toast = (page: Page) => page.locator('li[data-kind]');

test(
  'an order appears without a reload, is processed, shipped, delivered and paid',
  { tag: '@desktop' },
  async ({ page, request }, { project }) => {
    const name = `Thompson Dental ${project.name} ${Date.now()}`;
    await logIn(page);
    await page.goto('/orders');
    await expect(page.getByRole('button', { name: /^All \d+$/ })).toBeVisible();
    await page.waitForTimeout(500);
    const number = await sendOrder(request, await pickProduct(request, 0), name, 'cash');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(number);
    await expect(row).toContainText('pending');
    await expect(row).toContainText('unpaid');
    await expectAccessible(page);
    await row.hover();
    await row.getByRole('button', { name: /^Mark Processing/ }).click();
    await expect(row).toContainText('processing');
    await row.getByRole('link', { name: number }).click();

    const drawer = page.getByRole('dialog', { name: `Order ${number}` });
    await expect(drawer).toBeVisible();
    await expect(page).toHaveURL(/\?order=\d+$/);
    await page.getByRole('button', { name: /^Mark Shipped/ }).click();
    await expect(toast(page)).toContainText(`${number} is now shipped.`);
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Mark Delivered/ }).click();
    await expect(page.getByRole('button', { name: /^Mark (Processing|Shipped|Delivered)/ })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Timeline' }).locator('time')).toHaveCount(3);

    await page.getByRole('button', { name: 'Mark as Paid' }).click();
    const payment = page.getByRole('dialog', { name: `Mark ${number} as paid` });
    await expect(payment.getByLabel('Payment Method')).toHaveValue('cash');
    await expectAccessible(page);
    await payment.getByRole('button', { name: 'Mark as Paid' }).click();
    await expect(page.getByRole('button', { name: 'Change Payment' })).toBeFocused();
    await expect(drawer.getByText('paid', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(row).toContainText('delivered');
    await expect(row.getByRole('link', { name: number })).toBeFocused();
  },
);

test('the packing slip opens beside the order', async ({ page, request, context }, { project }) => {
  const name = `Slip ${project.name} ${Date.now()}`;
  const number = await sendOrder(request, await pickProduct(request, 1), name, 'interac');
  await logIn(page);
  await page.goto(`/orders?order=${Number(number.slice(4))}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Packing Slip/ }).click();
  const slip = await opened;
  await expect(slip.getByText(name).first()).toBeVisible();
  await expect(slip.getByText(number).first()).toBeVisible();
  await slip.close();
});

test('a cancelled order returns its goods to the stock and the ledger', async ({ page, request }, { project }) => {
  const name = `Twice ${project.name} ${Date.now()}`;
  const product = await pickProduct(request, 2);
  const number = await sendOrder(request, product, name, 'interac');
  await logIn(page);
  await page.goto(`/orders?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('dialog', { name: `Cancel order ${number}?` });
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question.getByText('Please give a reason.')).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('Reason').fill('Ordered twice by mistake');
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Ordered twice by mistake');
  await expect(page.getByRole('dialog', { name: `Order ${number}` })).toBeFocused();

  await page.getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('heading', { name: 'Stock History' })).toBeVisible();
  // A row of the table, or of the list on a phone, which does not name the order.
  const movements = page
    .getByRole('main')
    .locator('tbody tr, li')
    .filter({ hasText: /sale|cancel/ });
  await expect(movements.first()).toContainText('cancel');
  await expect(movements.first()).toContainText('+2');
  await expect(movements.nth(1)).toContainText('−2');
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: `Order ${number}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue(name);
  await page.getByRole('button', { name: /^Shipped/ }).click();
  await expect(page.getByText('No orders match')).toBeVisible();
});

test('arriving goods are received, and a count corrects the stock', async ({ page, request }, { project }) => {
  const product = await pickProduct(request, 3);
  const note = `Slip ${project.name} ${Date.now()}`;
  await logIn(page);
  await page.goto('/stock');
  await page.getByRole('button', { name: 'Receive Stock' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('searchbox').fill(product.name);
  await form.getByRole('radio', { name: product.name }).check();
  await form.getByLabel('Quantity received').fill('12');
  await form.getByLabel('Note').fill(note);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Receive Stock' }).click();
  await expect(form).toBeHidden();
  // The note is a column of the table only.
  const change = page.getByRole('main').locator('tbody tr, li').filter({ hasText: product.name });
  await expect(change.first()).toContainText('+12');
  await change.first().getByRole('link', { name: product.name }).click();
  await expect(page).toHaveURL(new RegExp(`product=${product.id}$`));
  await page.getByRole('button', { name: 'Adjust Stock' }).click();
  await expect(form.getByRole('radio', { name: product.name })).toBeChecked();
  await form.getByLabel('Difference').fill('-3');
  await form.getByLabel('Reason').fill(`${note} counted`);
  await form.getByRole('button', { name: 'Adjust Stock' }).click();
  await expect(change.first()).toContainText('−3');
});

test('the tax rule of the settings changes the cart', async ({ page, request, context }) => {
  const product = await pickProduct(request, 4);
  const shop = await context.newPage();
  await shop.goto('/store');
  await shop.evaluate((item) => localStorage.setItem('cart', JSON.stringify([{ ...item, quantity: 1 }])), product);
  await logIn(page);
  await page.goto('/settings?section=taxes');
  await expect(page.getByRole('radio', { name: /^As documented/ })).toBeChecked();
  await expectAccessible(page);
  const chooseRule = async (rule: RegExp) => {
    await page.getByRole('radio', { name: rule }).check();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('There are changes that are not saved yet.')).toBeHidden();
    await expect(toast(page)).toContainText('Settings Saved');
  };
  // The rule counts for every test that runs meanwhile, so it goes back as soon as the store's page has read it.
  try {
    await chooseRule(/^Both 12% Cart/);
    await shop.reload();
  } finally {
    await chooseRule(/^As documented/);
  }
  await shop.getByRole('button', { name: /^Cart, 1 item/ }).click();
  await expect(shop.getByText('HST (12%)').first()).toBeVisible();
  await expect(shop.getByText('BC PST (7%)')).toHaveCount(0);
  await shop.reload();
  await shop.getByRole('button', { name: /^Cart, 1 item/ }).click();
  await expect(shop.getByText('BC PST (7%)').first()).toBeVisible();
});
