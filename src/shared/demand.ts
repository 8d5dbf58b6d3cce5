import { TIME_WINDOWS } from './booking';
import { addDays, getQuarter, getWeekday } from './calendar-day';
import { formatService } from './dispatch';
import { formatHours, formatMonth } from './staff-times';
import { businessTime } from './time';

/** The dimensions by which demand is counted; months are only shown in a chart, not compared. */
export const DEMAND_DIMENSIONS = ['service', 'area', 'weekday', 'window', 'month'] as const;
export type DemandDimension = (typeof DEMAND_DIMENSIONS)[number];
export const COMPARED_DIMENSIONS = ['service', 'area', 'weekday', 'window'] as const satisfies readonly DemandDimension[];

/** The key that collects services or areas beyond the most frequent ones. */
export const OTHER_KEY = 'other';

export type DemandFigures = { inquiries: number; bookings: number; jobsDone: number; revenueCents: number; converted: number };
export const countCases = ({ inquiries, bookings }: Pick<DemandFigures, 'inquiries' | 'bookings'>): number => inquiries + bookings;

type Period = { periodStart: string; periodEnd: string };
/** Returns the period of `days` days that ends today, and the equally long one before it, each with its first and last day. */
export const demandPeriods = (today: string, days: number): { now: Period; before: Period } => ({
  now: { periodStart: addDays(today, 1 - days), periodEnd: today },
  before: { periodStart: addDays(today, 1 - 2 * days), periodEnd: addDays(today, -days) },
});

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Dimensions whose keys have a fixed order. */
const ORDERED_KEYS: Partial<Record<DemandDimension, readonly string[]>> = { weekday: WEEKDAYS, window: TIME_WINDOWS };
/** Returns the position of a key in the order of its dimension; 0 for dimensions without an order. */
export const getKeyPosition = (dimension: DemandDimension, key: string): number => ORDERED_KEYS[dimension]?.indexOf(key) ?? 0;

export const weekdayKey = (day: string): string => WEEKDAYS[(getWeekday(day) + 6) % 7] ?? 'Monday';
/** Returns the booking window that holds an instant; undefined outside of all windows, and for text that is no instant. */
export function windowKey(instant: string): string | undefined {
  if (Number.isNaN(Date.parse(instant))) return undefined;
  const time = businessTime(instant);
  return TIME_WINDOWS.find((window) => window.slice(0, 5) <= time && time < window.slice(6));
}
/** Normalizes a service: "Deep Cleaning" and "deep-cleaning" are the same, and so are "residential" and "residential-cleaning". */
export function serviceKey(serviceType: string): string {
  const key = serviceType
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .slice(0, 60);
  return key.replace(/^(residential|commercial|specialty|emergency)-cleaning$/, '$1');
}

/** Formats a key for people: "Deep cleaning", "8–10 a.m.", "November 2026". */
export function formatDemandKey(dimension: DemandDimension, key: string): string {
  if (key === OTHER_KEY) return dimension === 'area' ? 'Other areas' : 'Others';
  if (dimension === 'service') return formatService(key);
  if (dimension === 'window') return formatHours(key);
  return dimension === 'month' ? formatMonth(key) : key;
}

/** Returns the dedupe key of a change, which is reported once a quarter in each direction. */
export const changeKey = (dimension: DemandDimension, key: string, isMore: boolean, today: string): string =>
  `insight:${dimension}:${key}:${isMore ? 'up' : 'down'}:${getQuarter(today)}`;

/** Returns whether two counts differ by more than 2·√(a + b), which counts of the same demand do in 5 of 100 cases (Poisson). */
export const isBeyondChance = (now: number, before: number): boolean => Math.abs(now - before) > 2 * Math.sqrt(now + before);

/** `percent` is null if there was nothing before. */
type Change = { isMore: boolean; percent: number | null };
/**
 * Returns how demand has changed: `few` if neither side has so many cases, undefined if it changed by less than so many percent or
 * by no more than chance explains.
 */
export function findChange(now: number, before: number, leastPercent: number, fewestCases: number): Change | 'few' | undefined {
  if (Math.max(now, before) < fewestCases) return 'few';
  const difference = Math.abs(now - before);
  if (difference * 100 < leastPercent * before || !isBeyondChance(now, before)) return undefined;
  return { isMore: now > before, percent: before === 0 ? null : Math.round((difference / before) * 100) };
}
