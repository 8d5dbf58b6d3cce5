import type { Page } from '@playwright/test';
import { formatDay } from '../../src/shared/time';
import { bookPlace, dayIn, openDay, windowButton } from './bookings';
import { expectInThumbsHalf } from './layout';
import { expect, expectAccessible, test } from './support';

const FORM = {
  'Full Name': 'Maria Santos',
  'Phone Number': '(250) 555-0133',
  'Email Address': 'maria@example.com',
  'Service Address': '12 Seymour Street, Kamloops',
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Book Your Appointment' });
const toastOf = (page: Page) => page.locator('li[data-kind]');
const submit = (page: Page) => page.getByRole('button', { name: 'Book Appointment' }).click();
async function fillIn(page: Page, values: Record<string, string> = FORM): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}
/** Turns the calendar to a day's month, and picks the day. */
async function pickDay(page: Page, day: string): Promise<void> {
  const button = page.locator(`[data-day="${day}"] button`);
  while (!(await button.isVisible())) await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await button.click();
}

test('the windows take the place that was kept for them', { tag: '@phone' }, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/booking\.listSlots/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/appointments?date=${dayIn(40)}`);
  await expect(page.getByText('Loading available time slots...')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Available Times for ${formatDay(dayIn(40))}` })).toBeVisible();
  const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await readHeight();
  release();
  await expect(windowButton(page, 'Deep Cleaning', '10:00-12:00')).toBeVisible();
  expect(await readHeight()).toBe(before);
});

test(
  'a phone shows only days that can be picked, and a wide window disables the others',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await page.goto('/appointments');
    const past = page.locator('[data-day] button:disabled');
    const shown = page.locator('[data-day]').getByRole('button');
    await expect(page.locator(`[data-day="${dayIn(0)}"]`).getByRole('button')).toBeVisible();
    if (project.name === 'phone') {
      await expect(shown.and(page.locator(':disabled'))).toHaveCount(0);
      // The first week on the screen holds today.
      const top = async (day: string) => (await page.locator(`[data-day="${day}"]`).boundingBox())?.y ?? 0;
      const weekdays = await page.locator('thead').boundingBox();
      expect((await top(dayIn(0))) - (weekdays?.y ?? 0) - (weekdays?.height ?? 0)).toBeLessThan(20);
    } else await expect(past.first()).toBeVisible();
  },
);

test('a visitor picks a day and a window, books it, and keeps its link', { tag: '@phone' }, async ({ page }) => {
  const day = dayIn(41);
  await page.goto('/?ref=customer');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('ref'))).toBe('customer');
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Your Appointment');
  await expect(page.getByText('15% off')).toBeVisible();
  await pickDay(page, day);
  await expect(page.getByRole('heading', { name: `Available Times for ${formatDay(day)}` })).toBeVisible();
  await expect(page.getByText('All times are Pacific time')).toBeVisible();
  const button = windowButton(page, 'Deep Cleaning', '10:00-12:00');
  await expect(button).toHaveAccessibleName('10:00-12:00 0/2 booked available');
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('date')).toBe(day);

  await button.click();
  const dialog = dialogOf(page);
  for (const words of [formatDay(day), '10:00-12:00', 'Deep Cleaning', 'Available, 0/2 booked']) await expect(dialog).toContainText(words);
  await expect(dialog.getByLabel('Estimated Duration (minutes)')).toHaveValue('120');
  await expect(dialog.getByLabel('Estimated Cost ($)')).toHaveValue('0');
  await expectAccessible(page);
  await fillIn(page);
  await page.getByLabel('Special Requests or Notes').fill('Two cats.\nPlease ring.');
  const [request] = await Promise.all([page.waitForRequest(/booking\.book/), submit(page)]);
  expect((request.postDataJSON() as { '0': object })['0']).toMatchObject({ ref: 'customer', estimatedDuration: 120, totalAmount: '0' });

  await expect(toastOf(page)).toContainText('Appointment Booked');
  await expect(toastOf(page)).toContainText(
    'Your appointment has been successfully booked. You will receive a confirmation email shortly.',
  );
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('region', { name: 'You are booked' });
  await expect(page.getByRole('heading', { name: 'You are booked' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'You are booked' })).toBeInViewport();
  await expect(panel).toContainText(/SPC-\d{13}-[A-Z0-9]{5}/);
  await expect(button).toHaveAccessibleName('10:00-12:00 1/2 booked available');
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'Manage booking' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Booking');
});

test.describe('a place taken at the last moment', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: /status of 409/ });
  test('leads back to the calendar, and the next window keeps what was typed', async ({ page, request }) => {
    const place = { day: dayIn(13), service: 'carpet-cleaning', window: '16:00-18:00' } as const;
    await openDay(page, place.day);
    await windowButton(page, 'Carpet Cleaning', '16:00-18:00').click();
    await fillIn(page);
    await bookPlace(request, place);
    await bookPlace(request, place, { clientName: 'Second Visitor' });
    await submit(page);
    await expect(dialogOf(page)).toContainText('fully booked');
    await expect(toastOf(page)).toHaveCount(0);
    await expect(dialogOf(page)).toContainText('No longer available, 2/2 booked');
    await expect(page.getByLabel('Full Name')).toHaveValue(FORM['Full Name']);
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Choose another time' })).toBeFocused();
    await page.getByRole('button', { name: 'Choose another time' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(windowButton(page, 'Carpet Cleaning', '16:00-18:00')).toBeDisabled();
    await expect(page.getByRole('heading', { level: 2, name: /^Available Times/ })).toBeFocused();
    await windowButton(page, 'Carpet Cleaning', '14:00-16:00').click();
    await expect(page.getByLabel('Full Name')).toHaveValue(FORM['Full Name']);
    await submit(page);
    await expect(page.getByRole('heading', { name: 'You are booked' })).toBeVisible();
  });
});

test('one Escape closes the form while a toast is shown', async ({ page }) => {
  await openDay(page, dayIn(2));
  await windowButton(page, 'Residential Cleaning', '08:00-10:00').click();
  await submit(page);
  await expect(toastOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
});

test('the toast about a missing field covers none of the buttons of the form', { tag: '@phone' }, async ({ page }) => {
  await openDay(page, dayIn(2));
  await windowButton(page, 'Residential Cleaning', '08:00-10:00').click();
  await submit(page);
  await expect(toastOf(page)).toBeVisible();
  const toast = await toastOf(page).boundingBox();
  for (const name of ['Cancel', 'Book Appointment']) {
    const button = await dialogOf(page).getByRole('button', { name }).boundingBox();
    const isApart =
      toast && button && (toast.y + toast.height <= button.y || toast.y >= button.y + button.height || toast.x >= button.x + button.width);
    expect([name, isApart]).toEqual([name, true]);
  }
});

test('the keyboard alone leads from the calendar to the form and back', { tag: '@desktop' }, async ({ page }) => {
  await openDay(page, dayIn(1));
  await page.locator(`[data-day="${dayIn(1)}"][data-selected] button`).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(`[data-day="${dayIn(8)}"] button`)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Available Times for ${formatDay(dayIn(7))}` })).toBeVisible();
  const button = windowButton(page, 'Residential Cleaning', '08:00-10:00');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test("the browser's Back closes the form, and Forward opens it with the typed values", async ({ page }) => {
  await openDay(page, dayIn(9));
  await windowButton(page, 'Residential Cleaning', '12:00-14:00').click();
  await page.getByLabel('Full Name').fill('Maria Santos');
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await page.goForward();
  await expect(page.getByLabel('Full Name')).toHaveValue('Maria Santos');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

test("days before the company's today and beyond half a year cannot be picked", async ({ page }) => {
  await page.goto('/appointments');
  await expect(page.getByRole('heading', { name: `Available Times for ${formatDay(dayIn(0))}` })).toBeVisible();
  await expect(page.locator('[data-today] button')).toHaveAccessibleName(/^Today, .*, selected$/);
  await expect(page.locator(`[data-day="${dayIn(0)}"]`)).toHaveAttribute('data-today', 'true');
  const isShown = (day: string) => page.locator(`[data-day="${day}"] button`).count();
  if (await isShown(dayIn(-1))) await expect(page.locator(`[data-day="${dayIn(-1)}"] button`)).toBeDisabled();
  const last = page.locator(`[data-day="${dayIn(180)}"] button`);
  while (!(await last.isVisible())) await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await expect(last).toBeEnabled();
  if (await isShown(dayIn(181))) await expect(page.locator(`[data-day="${dayIn(181)}"] button`)).toBeDisabled();
  await page.goto(`/appointments?date=${dayIn(181)}`);
  await expect(page.getByRole('heading', { name: `Available Times for ${formatDay(dayIn(0))}` })).toBeVisible();
});

test('the layout does not shift while the page loads or the months change', async ({ page, isMobile }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openDay(page, dayIn(2));
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.05);
  const times = page.getByRole('heading', { level: 2, name: /^Available Times/ });
  const turnOn = () => page.getByRole('button', { name: 'Go to the Next Month' }).click();
  // A phone hides the weeks before today, which the next month does not have.
  if (isMobile) await turnOn();
  const before = await times.boundingBox();
  for (const _month of ['next', 'after', 'third']) {
    await turnOn();
    expect(await times.boundingBox()).toEqual(before);
  }
});

test('every control is large enough for a finger, and the next step on a phone is in reach of the thumb', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await openDay(page, dayIn(3));
  const small = await page.locator('main button:visible, main select:visible').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width < 44 || height < 44 ? [`${control.textContent} ${width}×${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
  if (!isMobile) return;
  await expectInThumbsHalf(page.getByRole('combobox', { name: 'Service' }));
  await page.getByRole('combobox', { name: 'Service' }).selectOption('window-cleaning');
  await expect(page.getByRole('region', { name: 'Window Cleaning' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Residential Cleaning' })).toBeHidden();
});

test.describe('unavailable times', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });
  test('are reported on the page with a retry button', async ({ page }) => {
    await page.route('**/trpc/booking.listSlots**', (route) => route.abort());
    await page.goto('/appointments');
    await expect(page.getByRole('alert').filter({ hasText: 'The available times could not be loaded.' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/trpc/booking.listSlots**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^\d\/\d booked/).first()).toBeVisible();
  });
});

test("the form's own scripts load with the form", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openDay(page, dayIn(4));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.includes('booking-sending'))).toEqual([]);
  await windowButton(page, 'Residential Cleaning', '08:00-10:00').click();
  await expect.poll(() => asked.some((path) => path.includes('booking-sending'))).toBe(true);
});

test.describe('the page without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('leads to the phone and to the quote form', async ({ page }) => {
    await page.goto('/appointments');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Your Appointment');
    // Playwright finds nothing by its text in there.
    const hint = page.locator('main noscript p');
    await expect(hint).toBeVisible();
    await expect(hint).toContainText('Picking a time needs JavaScript');
    expect(await hint.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'tel:+12505550142',
      '/#contact',
    ]);
    await expect(page.getByText('Loading available time slots...')).toBeHidden();
  });
});
