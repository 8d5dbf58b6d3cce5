import { addDays } from '../../../shared/calendar-day';
import { getMonday } from '../../../shared/calendar-periods';
import type { Post } from '../../../shared/social-schemas';
import { businessDay } from '../../../shared/time';
import { getToday } from '../../clock';
import { formatLongDay, formatMonth } from '../../ui/times';
import type { ScheduleView } from './social-search';

/** Returns the look of a day while a post is dragged over it: a past day takes none. */
export const dropLook = (day: string): string => (day < getToday() ? 'bg-red-100' : 'bg-citrus-400/25');

const DAYS_OF_WEEK = 7;

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

const nextMonth = (day: string): string => monthStart(addDays(monthStart(day), 31));

/** Returns the days of a view: the week of a day from Monday on, or the whole weeks of its month. */
export function daysShown(view: ScheduleView, day: string): string[] {
  const from = getMonday(view === 'week' ? day : monthStart(day));
  const until = view === 'week' ? addDays(from, DAYS_OF_WEEK) : addDays(getMonday(addDays(nextMonth(day), -1)), DAYS_OF_WEEK);
  const days = [from];
  while (addDays(days.at(-1) ?? until, 1) < until) days.push(addDays(days.at(-1) ?? until, 1));
  return days;
}

export function stepFrom(view: ScheduleView, day: string, step: -1 | 1): string {
  if (view === 'week') return addDays(day, step * DAYS_OF_WEEK);
  return step === 1 ? nextMonth(day) : monthStart(addDays(monthStart(day), -1));
}

export const isInMonth = (day: string, shown: string): boolean => day.slice(0, 7) === shown.slice(0, 7);

export function formatPeriod(view: ScheduleView, day: string): string {
  if (view === 'week') return `Week of ${formatLongDay(getMonday(day))}`;
  return formatMonth(day);
}

export const getPostTime = ({ postedAt, scheduledFor }: Post): string | null => postedAt ?? scheduledFor;

export const listPostsOfDay = (posts: readonly Post[], day: string): Post[] =>
  posts
    .map((post) => ({ post, at: getPostTime(post) ?? '' }))
    .filter(({ at }) => at !== '' && businessDay(at) === day)
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ post }) => post);
