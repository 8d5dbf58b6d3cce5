import { showDay } from '../../../shared/time';

/** A calendar day for a list, "November 20, 2026": without its weekday. */
export const showShortDay = (day: string): string => showDay(day).replace(/^\w+, /, '');
