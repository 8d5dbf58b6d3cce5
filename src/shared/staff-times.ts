import { daysBetween } from './calendar-day';
import { businessDay, businessTime, formatClockTime, formatDay } from './time';

const omitYear = (words: string, day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? words.replace(/, \d{4}$/, '') : words;

/** Formats a calendar day for a heading: "Sunday, November 22", with the year unless it is that of `today`. */
export const longDay = (day: string, today: string): string => omitYear(formatDay(day), day, today);

/** Formats a calendar day for a table: "Nov 22", with the year unless it is that of `today`. */
export const shortDate = (day: string, today: string): string => omitYear(formatDay(day).replace(/^\w+, (\w{3})\w*/, '$1'), day, today);

/** Formats a range of days: "Nov 22 to Nov 24", with years unless they are that of `today`; a single day appears once. */
export const shortDates = ({ startDate, endDate }: { startDate: string; endDate: string }, today: string): string =>
  startDate === endDate ? shortDate(startDate, today) : `${shortDate(startDate, today)} to ${shortDate(endDate, today)}`;

/** Formats an instant for a table: "Nov 22, 4:45 p.m.", with the year unless it is that of `today`. */
export const timestamp = (at: string, today: string): string => `${shortDate(businessDay(at), today)}, ${formatTime(at)}`;

/** Formats an instant in a sentence: "today 4:45 p.m.", "tomorrow 9:00 a.m.", else as {@link timestamp}. */
export function nearTime(at: string, today: string): string {
  const days = daysBetween(today, businessDay(at));
  const word = ['today', 'tomorrow'][days];
  return word ? `${word} ${formatTime(at)}` : timestamp(at, today);
}

/** Formats the time of day of an instant: "4:45 p.m.". */
export const formatTime = (at: string): string => formatClockTime(businessTime(at));

/** Formats a calendar day in short: "Fri, Nov 20". */
export const formatShortDay = (day: string): string => formatDay(day).replace(/^(\w{3})\w*, (\w{3})\w* (\d+),.*$/, '$1, $2 $3');

/** Formats the month of a calendar day or month: "November 2026". */
export const formatMonth = (day: string): string => formatDay(`${day.slice(0, 7)}-01`).replace(/^\S+ (\S+) 1,/, '$1');

/** Formats a time window "16:00-18:00": "4–6 p.m.", "10 a.m.–12 p.m.". */
export function formatHours(window: string): string {
  const [from = '', to = ''] = window.split('-').map((time) => formatClockTime(time).replace(':00', ''));
  return `${from.slice(-4) === to.slice(-4) ? from.slice(0, -5) : from}–${to}`;
}
