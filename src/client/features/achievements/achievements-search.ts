import type { AchievementCategory } from '../../../shared/achievements';

export const TABS = ['all', 'daily', 'milestone', 'streak', 'special'] as const satisfies readonly (AchievementCategory | 'all')[];
export type AchievementTab = (typeof TABS)[number];
export type AchievementsSearch = { tab?: AchievementTab | undefined };

export const readAchievementsSearch = ({ tab }: Record<string, unknown>): AchievementsSearch => ({
  tab: TABS.find((word) => word === tab),
});
