import type { APIRequestContext, Page } from '@playwright/test';
import type { BookingServiceType, TimeWindow } from '../../src/shared/booking';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { expect } from './support';

/** The company's day some days from now, so that none of its windows has begun. */
export const dayIn = (days: number): string => addDays(businessDay(new Date()), days);

type Place = { day: string; service: BookingServiceType; window: TimeWindow };

/** The slot of a day, a service and a window, as the public list has it. */
export async function readSlot(request: APIRequestContext, { day, service, window }: Place) {
  const answer = await request.get(`/api/appointment-slots?date=${day}`);
  const slots = (await answer.json()) as { id: number; serviceType: string; timeSlot: string; currentBookings: number }[];
  const slot = slots.find(({ serviceType, timeSlot }) => serviceType === service && timeSlot === window);
  if (!slot) throw new Error(`No slot on ${day}.`);
  return slot;
}

/** Books the way another visitor's browser would, and answers the path of the page to manage it. */
export async function bookPlace(request: APIRequestContext, place: Place, more: Record<string, string> = {}): Promise<string> {
  const { id } = await readSlot(request, place);
  const answer = await request.post('/api/appointment-bookings', {
    data: {
      slotId: id,
      clientName: 'Alan Park',
      clientEmail: 'alan@example.com',
      clientPhone: '250-555-0177',
      clientAddress: '300 Columbia Street, Kamloops',
      ...more,
    },
  });
  expect(answer.status()).toBe(201);
  return new URL(((await answer.json()) as { manageUrl: string }).manageUrl).pathname;
}

/** Opens the page on a day, once its windows are there. */
export async function openDay(page: Page, day: string): Promise<void> {
  await page.goto(`/appointments?date=${day}`);
  await expect(page.getByText(/^\d\/\d booked/).first()).toBeVisible({ timeout: 20_000 });
}

/** The button of a window in a service's group. */
export const windowButton = (page: Page, service: string, window: TimeWindow) =>
  page.getByRole('region', { name: service }).getByRole('button', { name: new RegExp(`^${window}`) });
