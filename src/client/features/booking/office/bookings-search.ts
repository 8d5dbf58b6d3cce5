import { dayParam, idParam, searchReader, wordParam, wordsParam } from '../../../ui/search-params';

const VIEWS = ['day', 'week', 'convert', 'waitlist'] as const;
export type BookingsView = (typeof VIEWS)[number];

export const readBookingsSearch = searchReader({
  booking: idParam,
  view: wordParam(VIEWS),
  date: dayParam,
  waitlist: wordParam(['open', 'ended']),
  q: wordsParam(),
});
export type BookingsSearch = ReturnType<typeof readBookingsSearch>;
