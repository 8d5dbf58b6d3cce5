import type { AchievementCategory } from '../../../shared/achievements';

export const TABS = ['all', 'daily', 'milestone', 'streak', 'special'] as const satisfies readonly (AchievementCategory | 'all')[];
export type AchievementTab = (typeof TABS)[number];
/** Search parameters of the achievements; without a tab all of them are shown. */
export type AchievementsSearch = { tab?: AchievementTab | undefined };

/** Parses the search parameters of an address; an unknown tab is dropped. */
export const readAchievementsSearch = ({ tab }: Record<string, unknown>): AchievementsSearch => ({
  tab: TABS.find((word) => word === tab),
});
