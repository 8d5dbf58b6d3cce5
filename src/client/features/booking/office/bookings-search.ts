import { isDay } from '../../../../shared/calendar-day';

/** What the address of the bookings screen says: the booking that is open, what is looked for, and the days that are shown. */
export type BookingsSearch = { booking?: number; view?: 'day' | 'week'; date?: string; q?: string };

/** Days that anybody could mean; a year that is still being typed is none. */
export const isCalendarDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export function readBookingsSearch({ booking, view, date, q }: Record<string, unknown>): BookingsSearch {
  const id = Number(booking);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    booking: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    view: view === 'day' || view === 'week' ? view : undefined,
    date: typeof date === 'string' && isCalendarDay(date) ? date : undefined,
    q: text || undefined,
  };
}
