import { longDay, nearTime, shortDate, shortDates, timestamp } from '../../shared/staff-times';
import { getToday } from '../clock';

export { formatHours, formatMonth, formatShortDay, formatTime } from '../../shared/staff-times';

/** Formats a calendar day for a heading or a sentence: "Sunday, November 22", with the year unless it is this one. */
export const formatLongDay = (day: string): string => longDay(day, getToday());

/** Formats a calendar day for a table or a list: "Nov 22", with the year unless it is this one. */
export const formatShortDate = (day: string): string => shortDate(day, getToday());

/** Formats an instant: "Nov 22, 4:45 p.m.", with the year unless it is this one. */
export const formatTimestamp = (at: string): string => timestamp(at, getToday());

/** Formats a range of days: "Nov 22 to Nov 24"; a single day appears once. */
export const formatDates = (days: { startDate: string; endDate: string }): string => shortDates(days, getToday());

/** Formats an instant in a sentence: "today 4:45 p.m.", "tomorrow 9:00 a.m.", "Nov 22, 4:45 p.m.". */
export const formatNearTime = (at: string): string => nearTime(at, getToday());
