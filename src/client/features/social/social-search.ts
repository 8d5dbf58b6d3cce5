import { dayParam, idOrParam, searchReader, wordParam } from '../../ui/search-params';

const OTHER_TABS = ['post', 'schedule', 'analytics', 'setup'] as const;
export type SocialTab = 'overview' | (typeof OTHER_TABS)[number];
export type ScheduleView = 'week' | 'month';

export const readSocialSearch = searchReader({
  tab: wordParam<SocialTab>(OTHER_TABS),
  view: wordParam<ScheduleView | 'missed'>(['month', 'missed']),
  date: dayParam,
  post: idOrParam('new'),
});
export type SocialSearch = ReturnType<typeof readSocialSearch>;
