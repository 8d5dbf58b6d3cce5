import type { Page } from '@playwright/test';
import { businessTime, formatDay } from '../../src/shared/time';
import { bookPlace, dayIn, readSlot } from './bookings';
import { expect, expectAccessible, test } from './support';

const toastOf = (page: Page) => page.locator('li[data-kind]');
const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel this booking?' });
const title = (page: Page) => page.getByRole('heading', { level: 2 }).first();
/** Opens the page and waits until its script has taken over. */
async function openBooking(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test('the link shows the booking as it is, and opening it changes nothing', async ({ page, request }) => {
  const place = { day: dayIn(20), service: 'window-cleaning', window: '10:00-12:00' } as const;
  const path = await bookPlace(request, place, { specialRequests: 'Ladder in the shed.' });
  for (const _time of ['once', 'again']) await openBooking(page, path);
  await expect(page.getByText('Confirmed')).toBeVisible();
  for (const words of [formatDay(place.day), '10:00-12:00', 'Window Cleaning', 'Alan Park', '300 Columbia Street', 'Ladder in the shed.'])
    await expect(page.getByRole('main')).toContainText(words);
  await expect(page.getByText(/SPC-\d{13}/)).toBeVisible();
  await expect(page.getByText(/You can move or cancel it here until .* Pacific time/)).toBeVisible();
  const calendar = await page.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href');
  expect(calendar).toBe(`${path}/booking.ics`);
  expect((await request.get(calendar ?? '')).headers()['content-type']).toContain('text/calendar');
  expect((await readSlot(request, place)).currentBookings).toBe(1);
  await expectAccessible(page);
});

test('a booking is moved to another day and window of its service', async ({ page, request }) => {
  const place = { day: dayIn(21), service: 'deep-cleaning', window: '10:00-12:00' } as const;
  const path = await bookPlace(request, place);
  await openBooking(page, path);
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByRole('button', { name: '10:00-12:00 Your time now' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Confirm New Time' })).toBeDisabled();
  await expectAccessible(page);
  await page.locator(`[data-day="${dayIn(22)}"] button`).click();
  const picked = page.getByRole('button', { name: /^18:00-20:00/ });
  await picked.click();
  await expect(picked).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm New Time' }).click();
  await expect(toastOf(page)).toContainText('Booking Moved');
  await expect(title(page)).toContainText(`${formatDay(dayIn(22))}18:00-20:00`);
  await expect(title(page)).toBeFocused();
  expect((await readSlot(request, place)).currentBookings).toBe(0);
  expect((await readSlot(request, { ...place, day: dayIn(22), window: '18:00-20:00' })).currentBookings).toBe(1);
  await page.reload();
  await expect(title(page)).toContainText(formatDay(dayIn(22)));
});

test('a booking is cancelled with a reason, and gives its place back', { tag: '@desktop' }, async ({ page, request }) => {
  const place = { day: dayIn(25), service: 'residential', window: '08:00-10:00' } as const;
  const path = await bookPlace(request, place);
  await openBooking(page, path);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const dialog = cancelDialog(page);
  await dialog.getByRole('button', { name: 'Keep Booking' }).click();
  await expect(page.getByRole('button', { name: 'Cancel Booking' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Optional.');
  await expectAccessible(page);
  expect((await readSlot(request, place)).currentBookings).toBe(1);
  await dialog.getByLabel('Reason').fill('Plans have changed');
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(toastOf(page)).toContainText('Booking Cancelled');
  await expect(title(page)).toBeFocused();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByText('Reason: Plans have changed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeHidden();
  expect((await readSlot(request, place)).currentBookings).toBe(0);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Book Again' })).toHaveAttribute('href', '/appointments');
});

test('a booking too soon to change shows the deadline and the phone number', async ({ page, request }) => {
  // Today's last window while it has not begun, else tomorrow's first one: both begin within the day that the office asks for.
  const isEarly = businessTime(new Date()) < '17:30';
  const path = await bookPlace(request, {
    day: dayIn(isEarly ? 0 : 1),
    service: 'window-cleaning',
    window: isEarly ? '18:00-20:00' : '08:00-10:00',
  });
  await openBooking(page, path);
  await expect(page.getByText(/It could be changed here until .* Pacific time/)).toContainText('(250) 555-0142');
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel Booking' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Add to Calendar' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('an invalid link', () => {
  test.use({ expectedErrors: /status of 404/ });
  test('says so and leads home and to a new booking', async ({ page }) => {
    const answer = await page.goto('/manage/AAAAAAAAAAAAAAAAAAAAAA');
    expect(answer?.status()).toBe(404);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This booking link is not valid.');
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('link', { name: 'Book an Appointment' })).toHaveAttribute('href', '/appointments');
    await expectAccessible(page);
  });
});
