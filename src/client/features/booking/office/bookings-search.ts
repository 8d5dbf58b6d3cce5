import { isDay } from '../../../../shared/calendar-day';

const VIEWS = ['day', 'week', 'convert'] as const;
export type BookingsView = (typeof VIEWS)[number];

export type BookingsSearch = { booking?: number; view?: BookingsView; date?: string; q?: string };

/** Returns whether a text is a plausible day. A year that is still being typed, such as 0202, is not. */
export const isCalendarDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** Reads the search parameters from any address. Unreadable values become undefined, so that the router drops them. */
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
