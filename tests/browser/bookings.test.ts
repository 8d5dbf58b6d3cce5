import type { APIRequestContext } from '@playwright/test';
import { dayIn } from './bookings';
import { expect, expectAccessible, logIn, test } from './support';

type Slot = { id: number; timeSlot: string; serviceType: string; currentBookings: number };

async function slotOf(request: APIRequestContext, date: string, timeSlot: string, serviceType: string): Promise<Slot> {
  const slots = (await (await request.get(`/api/appointment-slots?date=${date}`)).json()) as Slot[];
  const slot = slots.find((one) => one.timeSlot === timeSlot && one.serviceType === serviceType);
  if (!slot) throw new Error(`No slot on ${date}.`);
  return slot;
}

/** Books the way another visitor's browser would; answers the reference. */
async function sendBooking(request: APIRequestContext, slot: Slot, clientName: string): Promise<string> {
  const answer = await request.post('/api/appointment-bookings', {
    data: {
      slotId: slot.id,
      clientName,
      clientEmail: `${Date.now()}@example.com`,
      clientPhone: '250-555-0199',
      clientAddress: '1 Seymour Street, Kamloops',
      specialRequests: 'Two cats.',
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { bookingReference: string }).bookingReference;
}

test('a booking appears without a reload, is moved, found and cancelled', { tag: '@desktop' }, async ({ page, request }, { project }) => {
  const name = `Jon Park ${project.name} ${Date.now()}`;
  const [date, later] = [dayIn(120), dayIn(121)];
  const slot = await slotOf(request, date, '10:00-12:00', 'residential');
  await logIn(page);
  await page.goto(`/bookings?date=${date}`);
  const morning = page.getByRole('region', { name: '10 a.m.–12 p.m.' });
  await expect(morning.getByText(`${slot.currentBookings}/10 booked`)).toBeVisible();
  await page.waitForTimeout(500);
  const reference = await sendBooking(request, slot, name);
  await expect(morning.getByRole('listitem').filter({ hasText: name })).toContainText(reference);
  await expect(morning.getByText(`${slot.currentBookings + 1}/10 booked`)).toBeVisible();
  await expectAccessible(page);
  await morning.getByRole('link', { name }).click();

  await expect(page.getByRole('heading', { name: 'Booking Details' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Work Order' })).toHaveAttribute('href', /^\/team\?order=\d+$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move Booking' }).click();
  const form = page.getByRole('dialog', { name: 'Move this booking' });
  await form.getByLabel('Day').fill(later);
  const target = await slotOf(request, later, '14:00-16:00', 'deep-cleaning');
  await form.getByLabel('Window').selectOption(String(target.id));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Move Booking' }).click();
  await expect(form).toBeHidden();
  const drawer = page.getByRole('dialog', { name: 'Booking Details' });
  await expect(drawer.getByText('Deep Cleaning')).toBeVisible();
  expect((await slotOf(request, date, '10:00-12:00', 'residential')).currentBookings).toBe(slot.currentBookings);
  expect((await slotOf(request, later, '14:00-16:00', 'deep-cleaning')).currentBookings).toBe(target.currentBookings + 1);

  await page.getByRole('button', { name: 'Mark No-Show' }).click();
  await expect(drawer.getByText('no-show', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to Confirmed' }).click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill(reference);
  await page.getByRole('row', { name: reference }).getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  const question = page.getByRole('dialog', { name: /^Cancel the booking of/ });
  await question.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(question.getByText('Please give a reason.')).toBeVisible();
  await question.getByLabel('Reason').fill('Moved away');
  await question.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(drawer.getByText('Moved away (by the office)')).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Booking|^Mark/ })).toHaveCount(0);
  expect((await slotOf(request, later, '14:00-16:00', 'deep-cleaning')).currentBookings).toBe(target.currentBookings);
});

test('the office closes a day, changes a window and reads the week on accessible screens', async ({ page, request }, { project }) => {
  const date = dayIn(123);
  const name = `Stays ${project.name} ${Date.now()}`;
  await sendBooking(request, await slotOf(request, date, '08:00-10:00', 'commercial'), name);
  await logIn(page);
  await page.goto(`/bookings?date=${date}`);
  const form = page.getByRole('dialog');
  const evening = page.getByRole('region', { name: '6–8 p.m.' });
  await evening.getByRole('button', { name: /^Deep Cleaning/ }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close Day' }).click();
  await form.getByLabel('Reason').fill('Staff training');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Close Day' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('This day is closed: Staff training.')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Open Day/ })
    .first()
    .click();
  await expect(page.getByText('This day is closed')).toBeHidden();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: /^Week of/ })).toBeVisible();
  await page.goto('/admin');
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /^Bookings without a job/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeFocused();
});
