import type { AchievementCategory } from '../../../shared/achievements';

export const TABS = ['all', 'daily', 'milestone', 'streak', 'special'] as const satisfies readonly (AchievementCategory | 'all')[];
export type AchievementTab = (typeof TABS)[number];
/** What the address of the achievements says; without a word it is all of them. */
export type AchievementsSearch = { tab?: AchievementTab | undefined };

/** The same out of an address that anybody may have typed. */
export const readAchievementsSearch = ({ tab }: Record<string, unknown>): AchievementsSearch => ({
  tab: TABS.find((word) => word === tab),
});
