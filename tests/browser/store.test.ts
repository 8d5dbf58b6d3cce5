import type { Page } from '@playwright/test';
import { expectInThumbsHalf, expectPressable, expectSteady, watchShifts } from './layout';
import { ADDED_PRODUCT, expect, expectAccessible, openLanding, test } from './support';

const CUSTOMER = {
  'First Name': 'Maria',
  'Last Name': 'Santos',
  Email: 'maria@example.com',
  Phone: '(250) 555-0133',
  Address: '12 Seymour Street',
  City: 'Kamloops',
  'Postal Code': 'V2C 2A1',
};

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button'), hasNotText: ADDED_PRODUCT });
const add = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Add to Cart ${name}`) });
const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart, / });
const panel = (page: Page) => page.getByRole('dialog', { name: /^Your Cart/ });
const toast = (page: Page) => page.locator('li[data-kind]');
const category = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name, exact: true });
const amount = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');
const placeOrder = (page: Page) => page.getByRole('button', { name: /^Plac(e|ing) Order/ });

/** The checkout with something in the cart, and on request filled in. */
async function openCheckout(page: Page, product: string, pay?: string): Promise<void> {
  await openLanding(page, '/store');
  await add(page, product).click();
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeVisible();
  if (!pay) return;
  for (const [label, value] of Object.entries(CUSTOMER)) await page.getByLabel(label).fill(value);
  await page.getByLabel(pay).check();
}

test('the store opens with its products, whole and readable for everyone', { tag: '@phone' }, async ({ page }, { project }) => {
  await watchShifts(page);
  await openLanding(page, '/store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supply Store');
  await expect(cards(page)).toHaveCount(24);
  await expect(cards(page).first()).toContainText(/All-Purpose Cleaner.*plant-based.*\$14\.99.*in stock/s);
  await expect(add(page, 'Backpack Vacuum')).toBeDisabled();
  await expect(cards(page).filter({ hasText: 'Backpack Vacuum' })).toContainText('Out of stock');
  await expectAccessible(page);
  if (project.name === 'phone') await expectPressable(page);
  await expectSteady(page);
});

test('a visitor fills a cart, orders, and finds the order again', { tag: '@phone' }, async ({ page }, { project }) => {
  await openLanding(page, '/store');
  await add(page, 'Glass and Mirror Cleaner').click();
  await expect(toast(page)).toContainText('Added to Cart');
  await add(page, 'Microfibre Cloths').click();
  if (project.name === 'phone') await expectInThumbsHalf(page.getByRole('button', { name: /^Checkout · \$/ }));
  await cartButton(page).click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
  await panel(page).getByRole('button', { name: 'Increase quantity of Glass and Mirror Cleaner' }).click();
  await expect(panel(page)).toContainText('3 items');
  for (const label of ['Subtotal', 'HST (12%)', 'BC PST (7%)', 'Total'])
    await expect(panel(page).getByText(label, { exact: true })).toBeVisible();
  await expectAccessible(page);
  if (project.name === 'phone') await expectPressable(page);
  await panel(page).getByRole('button', { name: 'Decrease quantity of Microfibre Cloths' }).click();
  await expect(panel(page)).not.toContainText('Microfibre');
  await expect(amount(page, 'Subtotal')).toHaveText('$14.98');
  await panel(page).getByRole('button', { name: 'Checkout' }).click();

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(amount(page, 'HST (12%)')).toHaveText('$1.80');
  await expect(amount(page, 'BC PST')).toHaveCount(0);
  await expect(amount(page, 'Total')).toHaveText(['$14.98', '$16.78']);
  await expect(placeOrder(page)).toBeDisabled();
  for (const [label, value] of Object.entries(CUSTOMER)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Cash on Delivery').check();
  await expectAccessible(page);
  if (project.name === 'phone') await expectPressable(page);
  await placeOrder(page).dblclick();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order!');
  await expect(page.getByText(/^Order ORD-\d{4}, placed /)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/pending.*Glass and Mirror Cleaner.*2 × \$7\.49.*\$14\.98.*\$16\.78/is);
  await expect(page.getByText('12 Seymour Street, Kamloops, V2C 2A1')).toBeVisible();
  await expect(page.getByText('1 to 3 business days in the Kamloops area')).toBeVisible();
  await expectAccessible(page);
  if (project.name === 'phone') await expectPressable(page);
  expect(await page.evaluate(() => [localStorage.getItem('cart'), sessionStorage.length])).toEqual([null, 0]);
  await page.reload();
  await expect(page.getByText(/^Order ORD-\d{4}, placed /)).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL(/\/store$/);
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 0 items');
});

test('categories and search filter the products and appear in the address', async ({ page }) => {
  await openLanding(page, '/store');
  await category(page, 'chemicals').click();
  await expect(page).toHaveURL(/\/store\?category=chemicals$/);
  await expect(category(page, 'chemicals')).toHaveAttribute('aria-current', 'true');
  // Disinfectants and Floor Care are chemicals too.
  await expect(cards(page)).toHaveCount(4);
  await page.goBack();
  await expect(cards(page)).toHaveCount(24);
  await page.getByPlaceholder('Search products...').fill('ERGENT');
  await expect(cards(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\/store\?q=ERGENT$/);
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByPlaceholder('Search products...')).toHaveValue('ERGENT');
  await page.getByPlaceholder('Search products...').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(cards(page)).toHaveCount(24);
});

test('the cart persists, is the same in every tab, and closes with Escape', async ({ page, context }) => {
  await openLanding(page, '/store');
  await add(page, 'Nitrile Gloves').click();
  await page.reload();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
  const other = await context.newPage();
  await openLanding(other, '/store');
  await add(other, 'Nitrile Gloves').click();
  await expect(cartButton(page)).toHaveAccessibleName('Cart, 2 items');
  await cartButton(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: /^Quantity of Nitrile Gloves/ }).fill('0');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
  await expect(cartButton(other)).toHaveAccessibleName('Cart, 0 items');
  expect(await other.evaluate(() => localStorage.getItem('cart'))).toBe('[]');
});

test('the checkout says what is missing, by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await openCheckout(page, 'Window Squeegee');
  await page.getByLabel('First Name').fill('Maria');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Payment Method Required');
  await expect(page.getByLabel('Interac e-Transfer')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Direct Deposit')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Missing Information');
  await expect(page.getByLabel('Last Name')).toBeFocused();
  await expect(page.getByText('Please enter the postal code.')).toBeVisible();
  await expect(page.getByLabel('First Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test.describe('an order with a lost answer', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });
  test('is placed once, even after a reload', { tag: '@desktop' }, async ({ page }) => {
    await openCheckout(page, 'Window Squeegee', 'Interac e-Transfer');
    const answers: string[] = [];
    await page.route('**/trpc/store.placeOrder**', async (route) => {
      answers.push(await (await route.fetch()).text());
      await route.abort();
    });
    await placeOrder(page).click();
    await expect(page.getByText('We got no answer')).toBeVisible();
    await expect(toast(page)).toContainText('Unable to process order. Please try again.');
    await page.unroute('**/trpc/store.placeOrder**');
    await page.reload();
    await expect(page.getByLabel('Postal Code')).toHaveValue('V2C 2A1');
    await placeOrder(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order!');
    expect(answers).toHaveLength(1);
    expect(answers[0]).toContain(`"${page.url().split('/').at(-1)}"`);
  });
});

test.describe('an order with an outdated price or stock', () => {
  test.use({ expectedErrors: /status of 409/ });
  test('is rejected, and the cart is updated instead of lost', async ({ page }) => {
    await openCheckout(page, 'Citrus Dish Detergent', 'Cheque');
    await page.evaluate(() => {
      const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
      localStorage.setItem('cart', JSON.stringify([{ ...line, price: '1.00', quantity: 500, stockQuantity: 500 }]));
    });
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Kamloops');
    await placeOrder(page).click();
    await expect(toast(page)).toContainText('Checkout Failed');
    await expect(page.getByText('Citrus Dish Detergent, 950 mL now costs $6.79 instead of $1.00.')).toBeVisible();
    await expect(page.getByText(/only 4 left, so we changed the quantity from 500 to 4/)).toBeVisible();
    await expect(amount(page, 'Subtotal')).toHaveText('$27.16');
    await expectAccessible(page);
  });
});

test.describe('an unknown order', () => {
  test.use({ expectedErrors: /status of 404/ });
  test('shows a page that says so', async ({ page }) => {
    await page.goto('/order-confirmation/nobody-knows-it');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Not Found');
    await expectAccessible(page);
  });
});

test.describe('the store without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('shows products and categories', async ({ page }) => {
    await page.goto('/store');
    await category(page, 'tools').click();
    await expect(page).toHaveURL(/\/store\?category=tools$/);
    // Without scripts the cards have no buttons.
    const products = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
    await expect(products).toHaveCount(3);
    await expect(products.filter({ hasText: 'Window Squeegee' })).toContainText('$19.95');
    await expect(page.locator('main noscript p')).toBeVisible();
  });
});
