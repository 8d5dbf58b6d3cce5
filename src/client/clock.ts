import { businessDay } from '../shared/time';

/** Returns the browser's current instant as ISO 8601 in UTC, to show, store or send. */
export const getNow = (): string => new Date().toISOString();

/** Returns the company's current calendar day, "2026-11-20". */
export const getToday = (): string => businessDay(new Date());
