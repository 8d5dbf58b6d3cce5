import { showDay } from '../../../shared/time';

/** Formats a calendar day for a list without its weekday: "November 20, 2026". */
export const showShortDay = (day: string): string => showDay(day).replace(/^\w+, /, '');
