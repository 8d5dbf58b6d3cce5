import { isDay } from '../../../shared/calendar-day';

const TABS = ['overview', 'post', 'schedule', 'analytics', 'setup'] as const;
export type SocialTab = (typeof TABS)[number];
export type ScheduleView = 'week' | 'month';

export type SocialSearch = { tab?: SocialTab; view?: ScheduleView | 'missed'; date?: string; post?: number | 'new' };

/** Returns true for a day that is a plausible choice; a year that is still being typed is not. */
export const isCalendarDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

function postOf(value: unknown): number | 'new' | undefined {
  if (value === 'new') return value;
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export const readSocialSearch = ({ tab, view, date, post }: Record<string, unknown>): SocialSearch => ({
  tab: TABS.find((word) => word === tab && word !== 'overview'),
  view: view === 'month' || view === 'missed' ? view : undefined,
  date: typeof date === 'string' && isCalendarDay(date) ? date : undefined,
  post: postOf(post),
});
