import type { AchievementCategory } from '../../../shared/achievements';
import { searchReader, wordParam } from '../../ui/search-params';

export const TABS = ['all', 'daily', 'milestone', 'streak', 'special'] as const satisfies readonly (AchievementCategory | 'all')[];
export type AchievementTab = (typeof TABS)[number];

export const readAchievementsSearch = searchReader({ tab: wordParam(TABS) });
export type AchievementsSearch = ReturnType<typeof readAchievementsSearch>;
