import { z } from 'zod';

const CATEGORIES = ['daily', 'milestone', 'streak', 'special'] as const;
export type AchievementCategory = (typeof CATEGORIES)[number];
const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const;
export type AchievementRarity = (typeof RARITIES)[number];
/** Points by rarity; they are a score only. */
const POINTS: Record<AchievementRarity, number> = { common: 10, rare: 25, epic: 50, legendary: 100 };

const achievementStats = z.object({
  totalLeadsGenerated: z.int(),
  totalPartnershipsCreated: z.int(),
  totalCorporateContracts: z.int(),
  dailyStreak: z.int(),
  bestDailyPerformance: z.int(),
  socialMediaPosts: z.int(),
  marketExpansions: z.int(),
  teamMemberAssignments: z.int(),
  /** The day of the last run that found something, and the day of the first start; null before that. */
  lastActiveDate: z.string().nullable(),
  joinDate: z.string().nullable(),
});
export type AchievementStats = z.output<typeof achievementStats>;

/** The figures that the rules evaluate. */
export type AchievementFigures = AchievementStats & { dailyTarget: number; daysTogether: number };

/** The current value, and the value that unlocks the achievement. */
type Value = (achieved: AchievementFigures) => number;
type Max = number | Value;

type Label = [rarity: AchievementRarity, icon: string, name: string, badge: string, description: string];
const toRule = (category: AchievementCategory, value: Value, max: Max, ...[rarity, icon, name, badge, description]: Label) => ({
  ...{ category, value, max, rarity, icon, name, badge, description },
});

const best = ({ bestDailyPerformance }: AchievementFigures) => bestDailyPerformance;
const leads = ({ totalLeadsGenerated }: AchievementFigures) => totalLeadsGenerated;
const partnerships = ({ totalPartnershipsCreated }: AchievementFigures) => totalPartnershipsCreated;
const contracts = ({ totalCorporateContracts }: AchievementFigures) => totalCorporateContracts;
const expansions = ({ marketExpansions }: AchievementFigures) => marketExpansions;
const assignments = ({ teamMemberAssignments }: AchievementFigures) => teamMemberAssignments;
const streak = ({ dailyStreak }: AchievementFigures) => dailyStreak;
const posts = ({ socialMediaPosts }: AchievementFigures) => socialMediaPosts;
const fields = (achieved: AchievementFigures) =>
  [leads, partnerships, contracts, expansions, posts, assignments].filter((getFigure) => getFigure(achieved) >= 1).length;

const daily = (max: Max, ...label: Label) => toRule('daily', best, max, ...label);
const milestone = (value: Value, max: number, ...label: Label) => toRule('milestone', value, max, ...label);
const days = (max: number, ...label: Label) => toRule('streak', streak, max, ...label);
const special = (value: Value, max: number, ...label: Label) => toRule('special', value, max, ...label);

/** The 24 achievements in the order in which they are shown. */
export const ACHIEVEMENTS = {
  'first-client': daily(1, 'common', 'sunrise', 'First Client of the Day', 'Open for Business', 'Win a client in a day.'),
  'hat-trick': daily(3, 'common', 'wand', 'Hat Trick', 'Hat Trick', 'Win three clients in a day.'),
  'target-hit': daily(
    ({ dailyTarget }) => dailyTarget,
    'rare',
    'target',
    'Daily Target Hit',
    'On Target',
    'Win as many clients in a day as you aim at.',
  ),
  overachiever: daily(8, 'epic', 'rocket', 'Overachiever', 'Overachiever', 'Win eight clients in a day.'),
  'perfect-ten': daily(10, 'legendary', 'crown', 'Perfect Ten', 'Perfect Ten', 'Win ten clients in a day.'),
  'lead-1': milestone(leads, 1, 'common', 'search', 'First Lead', 'Scout', 'Let the workers find a lead.'),
  'lead-25': milestone(leads, 25, 'common', 'search', 'Lead Finder', 'Finder', 'Let the workers find 25 leads.'),
  'lead-100': milestone(leads, 100, 'rare', 'cog', 'Lead Machine', 'Machine', 'Let the workers find 100 leads.'),
  'lead-500': milestone(leads, 500, 'legendary', 'crown', 'Lead Legend', 'Legend', 'Let the workers find 500 leads.'),
  'partner-1': milestone(partnerships, 1, 'rare', 'handshake', 'First Handshake', 'Handshake', 'Win a partnership.'),
  'partner-5': milestone(partnerships, 5, 'epic', 'network', 'Partner Network', 'Network', 'Win five partnerships.'),
  'contract-1': milestone(contracts, 1, 'rare', 'pen', 'First Contract', 'Signed', 'Win a corporate contract.'),
  'contract-5': milestone(contracts, 5, 'epic', 'building', 'Corporate Player', 'Corporate', 'Win five corporate contracts.'),
  'expand-1': milestone(expansions, 1, 'rare', 'map', 'New Territory', 'Pathfinder', 'Win a market expansion.'),
  'expand-3': milestone(expansions, 3, 'epic', 'globe', 'Regional Reach', 'Regional', 'Win three market expansions.'),
  'dispatch-25': milestone(assignments, 25, 'common', 'truck', 'Crew in Motion', 'Crew', 'Give 25 jobs to your team.'),
  'dispatch-250': milestone(assignments, 250, 'epic', 'truck', 'Dispatch Master', 'Dispatcher', 'Give 250 jobs to your team.'),
  'streak-3': days(3, 'common', 'flame', 'Warm-up', 'Warm', 'Win a client, follow up or post on three days in a row.'),
  'streak-7': days(7, 'rare', 'flame', 'Week of Wins', 'Week', 'Win a client, follow up or post on seven days in a row.'),
  'streak-30': days(30, 'epic', 'calendar', 'Month of Momentum', 'Month', 'Win a client, follow up or post on 30 days in a row.'),
  'streak-100': days(100, 'legendary', 'zap', 'Unstoppable', 'Unstoppable', 'Win a client, follow up or post on 100 days in a row.'),
  'social-10': special(posts, 10, 'common', 'megaphone', 'Social Starter', 'Voice', 'Publish ten posts.'),
  'all-rounder': special(
    fields,
    6,
    'epic',
    'star',
    'All-Rounder',
    'All-Rounder',
    'Have a lead, a partnership, a contract, an expansion, a post and a job given to your team.',
  ),
  'one-year': special(
    ({ daysTogether }) => daysTogether,
    365,
    'legendary',
    'cake',
    'One Year Together',
    'Anniversary',
    'Work with Tidyline for 365 days.',
  ),
};
export type AchievementId = keyof typeof ACHIEVEMENTS;
export const ACHIEVEMENT_IDS = Object.keys(ACHIEVEMENTS) as AchievementId[];

const achievementSchema = z.object({
  id: z.enum(ACHIEVEMENT_IDS as [AchievementId, ...AchievementId[]]),
  name: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  rarity: z.enum(RARITIES),
  /** The name of an icon in src/client/features/achievements/icons.ts. */
  icon: z.string(),
  /** Points and badge, such as "10 · Open for Business". */
  reward: z.string(),
  points: z.int(),
  progress: z.int(),
  maxProgress: z.int(),
  unlockedAt: z.string().nullable(),
});
export type Achievement = z.output<typeof achievementSchema>;
export const achievementList = z.object({ success: z.literal(true), achievements: z.array(achievementSchema) });
export const achievementStatsAnswer = z.object({ success: z.literal(true), stats: achievementStats });

export function getAchievementValue(id: AchievementId, achieved: AchievementFigures): { value: number; max: number } {
  const { value, max } = ACHIEVEMENTS[id];
  return { value: value(achieved), max: typeof max === 'number' ? max : max(achieved) };
}

/** Returns an achievement as shown; an unlocked one is complete, even if its value has dropped since. */
export function toAchievement(id: AchievementId, achieved: AchievementFigures, unlockedAt: string | null): Achievement {
  const { name, description, category, rarity, icon, badge } = ACHIEVEMENTS[id];
  const { value, max } = getAchievementValue(id, achieved);
  const points = POINTS[rarity];
  return {
    ...{ id, name, description, category, rarity, icon, points, unlockedAt },
    reward: `${points} · ${badge}`,
    progress: unlockedAt === null ? Math.max(0, Math.min(value, max)) : max,
    maxProgress: max,
  };
}

/** Counts the consecutive days up to today or yesterday that are in `days` ("yyyy-MM-dd"). */
export function countStreak(days: ReadonlySet<string>, today: string, dayBefore: (day: string) => string): number {
  let day = days.has(today) ? today : dayBefore(today);
  let length = 0;
  while (days.has(day)) {
    length += 1;
    day = dayBefore(day);
  }
  return length;
}
