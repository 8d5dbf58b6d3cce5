import type { Page } from '@playwright/test';
import { expectInThumbsHalf, expectPressable, expectSteady, watchShifts } from './layout';
import { ADDED_PRODUCT, expect, expectAccessible, openLanding, test } from './support';

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasNotText: ADDED_PRODUCT });
const names = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 3 });
const addTo = (page: Page, place: number) => page.getByRole('button', { name: /^Add to Cart/ }).nth(place);
const search = (page: Page) => page.getByPlaceholder('Search products...');

test('the marketplace opens with its products, whole and readable for everyone', { tag: '@phone' }, async ({ page }, { project }) => {
  await watchShifts(page);
  await openLanding(page, '/marketplace');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketplace');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true');
  await expect(cards(page)).toHaveCount(24);
  await expect(cards(page).first()).toContainText(/Detergents.*4\.5.*12 reviews.*All-Purpose Cleaner.*\$14\.99.*64 in stock/s);
  await expectAccessible(page);
  if (project.name === 'phone') {
    await expectPressable(page);
    await expectInThumbsHalf(addTo(page, 0));
  }
  await expectSteady(page);
});

test('search, category and sorting filter the list and appear in the address', async ({ page }) => {
  await openLanding(page, '/marketplace');
  await search(page).fill('vacuum');
  await expect(names(page)).toHaveText(['Backpack Vacuum with HEPA Filter', 'Commercial Upright Vacuum, 38 cm']);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High');
  await expect(names(page)).toHaveText(['Commercial Upright Vacuum, 38 cm', 'Backpack Vacuum with HEPA Filter']);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Tools');
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ search: 'vacuum', sort: 'price-low', category: 'Tools' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all products' }).click();
  await expect(cards(page)).toHaveCount(24);
  await expect(search(page)).toHaveValue('');
});

test('an address with a filter opens the filtered list', async ({ page }) => {
  await openLanding(page, '/marketplace?category=Supplies&sort=price-high&search=pack');
  await expect(search(page)).toHaveValue('pack');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Supplies');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-high');
  // The filter Supplies lets Cleaning Supplies through too.
  await expect(names(page)).toHaveText(['Microfibre Cloths, Pack of 24', 'Eraser Sponges, Pack of 10']);
});

test('added rows are counted and last until the page is left', async ({ page }) => {
  await openLanding(page, '/marketplace');
  await expect(addTo(page, 2)).toBeDisabled();
  for (const place of [0, 1, 1]) await addTo(page, place).click();
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toHaveText('3');
  await expect(page.getByRole('status').filter({ hasText: '3 items in your cart' })).toBeVisible();
  await page.getByRole('button', { name: /^Cart/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Your cart' });
  await expect(dialog).toContainText('2 ×');
  await expect(dialog.getByRole('link', { name: 'Go to the Supply Store' })).toHaveAttribute('href', '/store');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Cart/ })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  await page.reload();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('the details open by keyboard, appear in the address, and close with Escape or Back', async ({ page }, { project }) => {
  await openLanding(page, '/marketplace');
  const details = page.getByRole('button', { name: /^Details\W+Angle Broom and Lobby Dustpan/ });
  await expect(details).toBeEnabled();
  await details.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Angle Broom and Lobby Dustpan' });
  await expect(dialog).toContainText(/\$27\.99 plus tax.*22 in stock.*Tools/s);
  await expect(dialog).toContainText('Sample rating: this product has no reviews yet.');
  await expectAccessible(page);
  if (project.name === 'phone') {
    await expectPressable(page);
    await expect(dialog.getByRole('button', { name: 'Add to Cart' })).toBeInViewport();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details).toBeFocused();
  await details.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('the services have an address of their own, whole and readable for everyone', async ({ page }, { project }) => {
  await watchShifts(page);
  await openLanding(page, '/marketplace?tab=services');
  await expect(cards(page).filter({ hasText: 'Popular' })).toHaveCount(2);
  await expect(page.getByText('$149', { exact: true })).toBeVisible();
  await expectAccessible(page);
  if (project.name === 'phone') await expectPressable(page);
  await expectSteady(page);
});

test('the arrow keys move between the tabs', async ({ page }) => {
  await openLanding(page, '/marketplace');
  await page.getByRole('tab', { name: 'Products' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Services' })).toBeFocused();
  await expect(page).toHaveURL(/\/marketplace\?tab=services$/);
  await expect(page.getByText('Basic Home Cleaning', { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/\/marketplace$/);
  await expect(cards(page)).toHaveCount(24);
});

test('a package leads to the calendar, or to the form with its service chosen', async ({ page }) => {
  await openLanding(page, '/marketplace?tab=services');
  const booking = page.getByRole('link', { name: /^Book Now\W+Deep Clean Premium/ });
  await expect(booking).toHaveAttribute('href', '/appointments?service=deep-cleaning&duration=360&cost=149');
  await page.getByRole('link', { name: /^Get Quote\W+Commercial Office/ }).click();
  await expect(page.getByLabel('Service Type')).toHaveValue('commercial');
  await expect(page.getByRole('heading', { name: 'Get your free quote' })).toBeInViewport();
});
