import { isDay } from '../../../../shared/calendar-day';

const VIEWS = ['day', 'week', 'convert'] as const;
export type BookingsView = (typeof VIEWS)[number];

/** What the address of the bookings screen says: the booking that is open, what is looked for, and the days that are shown, or those to convert. */
export type BookingsSearch = { booking?: number; view?: BookingsView; date?: string; q?: string };

/** Days that anybody could mean; a year that is still being typed is none. */
export const isCalendarDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export function readBookingsSearch({ booking, view, date, q }: Record<string, unknown>): BookingsSearch {
  const id = Number(booking);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    booking: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    view: VIEWS.find((word) => word === view),
    date: typeof date === 'string' && isCalendarDay(date) ? date : undefined,
    q: text || undefined,
  };
}
