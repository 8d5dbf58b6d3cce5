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

type Label = { rarity: AchievementRarity; icon: string; name: string; badge: string; description: string };
/** The current value, and the value that unlocks the achievement. */
type Value = (achieved: AchievementFigures) => number;
type Max = number | Value;

const toRule = (category: AchievementCategory, value: Value, max: Max, label: Label) => ({ category, value, max, ...label });
type Rule = ReturnType<typeof toRule>;

const best = ({ bestDailyPerformance }: AchievementFigures) => bestDailyPerformance;
const leads = ({ totalLeadsGenerated }: AchievementFigures) => totalLeadsGenerated;
const partnerships = ({ totalPartnershipsCreated }: AchievementFigures) => totalPartnershipsCreated;
const contracts = ({ totalCorporateContracts }: AchievementFigures) => totalCorporateContracts;
const expansions = ({ marketExpansions }: AchievementFigures) => marketExpansions;
const assignments = ({ teamMemberAssignments }: AchievementFigures) => teamMemberAssignments;
const streak = ({ dailyStreak }: AchievementFigures) => dailyStreak;
const posts = ({ socialMediaPosts }: AchievementFigures) => socialMediaPosts;
const fields = (achieved: AchievementFigures) =>
  [leads, partnerships, contracts, expansions, posts, assignments].filter((figureOf) => figureOf(achieved) >= 1).length;

const daily = (max: Max, label: Label) => toRule('daily', best, max, label);
const milestone = (value: Value, max: number, label: Label) => toRule('milestone', value, max, label);
const days = (max: number, label: Label) => toRule('streak', streak, max, label);
const special = (value: Value, max: number, label: Label) => toRule('special', value, max, label);

/** The 24 achievements in the order in which they are shown. */
export const ACHIEVEMENTS = {
  'first-client': daily(1, {
    rarity: 'common',
    icon: 'sunrise',
    name: 'First Client of the Day',
    badge: 'Open for Business',
    description: 'Win a client in a day.',
  }),
  'hat-trick': daily(3, {
    rarity: 'common',
    icon: 'wand',
    name: 'Hat Trick',
    badge: 'Hat Trick',
    description: 'Win three clients in a day.',
  }),
  'target-hit': daily(({ dailyTarget }) => dailyTarget, {
    rarity: 'rare',
    icon: 'target',
    name: 'Daily Target Hit',
    badge: 'On Target',
    description: 'Win as many clients in a day as you aim at.',
  }),
  overachiever: daily(8, {
    rarity: 'epic',
    icon: 'rocket',
    name: 'Overachiever',
    badge: 'Overachiever',
    description: 'Win eight clients in a day.',
  }),
  'perfect-ten': daily(10, {
    rarity: 'legendary',
    icon: 'crown',
    name: 'Perfect Ten',
    badge: 'Perfect Ten',
    description: 'Win ten clients in a day.',
  }),
  'lead-1': milestone(leads, 1, {
    rarity: 'common',
    icon: 'search',
    name: 'First Lead',
    badge: 'Scout',
    description: 'Let the workers find a lead.',
  }),
  'lead-25': milestone(leads, 25, {
    rarity: 'common',
    icon: 'search',
    name: 'Lead Finder',
    badge: 'Finder',
    description: 'Let the workers find 25 leads.',
  }),
  'lead-100': milestone(leads, 100, {
    rarity: 'rare',
    icon: 'cog',
    name: 'Lead Machine',
    badge: 'Machine',
    description: 'Let the workers find 100 leads.',
  }),
  'lead-500': milestone(leads, 500, {
    rarity: 'legendary',
    icon: 'crown',
    name: 'Lead Legend',
    badge: 'Legend',
    description: 'Let the workers find 500 leads.',
  }),
  'partner-1': milestone(partnerships, 1, {
    rarity: 'rare',
    icon: 'handshake',
    name: 'First Handshake',
    badge: 'Handshake',
    description: 'Win a partnership.',
  }),
  'partner-5': milestone(partnerships, 5, {
    rarity: 'epic',
    icon: 'network',
    name: 'Partner Network',
    badge: 'Network',
    description: 'Win five partnerships.',
  }),
  'contract-1': milestone(contracts, 1, {
    rarity: 'rare',
    icon: 'pen',
    name: 'First Contract',
    badge: 'Signed',
    description: 'Win a corporate contract.',
  }),
  'contract-5': milestone(contracts, 5, {
    rarity: 'epic',
    icon: 'building',
    name: 'Corporate Player',
    badge: 'Corporate',
    description: 'Win five corporate contracts.',
  }),
  'expand-1': milestone(expansions, 1, {
    rarity: 'rare',
    icon: 'map',
    name: 'New Territory',
    badge: 'Pathfinder',
    description: 'Win a market expansion.',
  }),
  'expand-3': milestone(expansions, 3, {
    rarity: 'epic',
    icon: 'globe',
    name: 'Regional Reach',
    badge: 'Regional',
    description: 'Win three market expansions.',
  }),
  'dispatch-25': milestone(assignments, 25, {
    rarity: 'common',
    icon: 'truck',
    name: 'Crew in Motion',
    badge: 'Crew',
    description: 'Give 25 jobs to your team.',
  }),
  'dispatch-250': milestone(assignments, 250, {
    rarity: 'epic',
    icon: 'truck',
    name: 'Dispatch Master',
    badge: 'Dispatcher',
    description: 'Give 250 jobs to your team.',
  }),
  'streak-3': days(3, {
    rarity: 'common',
    icon: 'flame',
    name: 'Warm-up',
    badge: 'Warm',
    description: 'Win a client, follow up or post on three days in a row.',
  }),
  'streak-7': days(7, {
    rarity: 'rare',
    icon: 'flame',
    name: 'Week of Wins',
    badge: 'Week',
    description: 'Win a client, follow up or post on seven days in a row.',
  }),
  'streak-30': days(30, {
    rarity: 'epic',
    icon: 'calendar',
    name: 'Month of Momentum',
    badge: 'Month',
    description: 'Win a client, follow up or post on 30 days in a row.',
  }),
  'streak-100': days(100, {
    rarity: 'legendary',
    icon: 'zap',
    name: 'Unstoppable',
    badge: 'Unstoppable',
    description: 'Win a client, follow up or post on 100 days in a row.',
  }),
  'social-10': special(posts, 10, {
    rarity: 'common',
    icon: 'megaphone',
    name: 'Social Starter',
    badge: 'Voice',
    description: 'Publish ten posts.',
  }),
  'all-rounder': special(fields, 6, {
    rarity: 'epic',
    icon: 'star',
    name: 'All-Rounder',
    badge: 'All-Rounder',
    description: 'Have a lead, a partnership, a contract, an expansion, a post and a job given to your team.',
  }),
  'one-year': special(({ daysTogether }) => daysTogether, 365, {
    rarity: 'legendary',
    icon: 'cake',
    name: 'One Year Together',
    badge: 'Anniversary',
    description: 'Work with Tidyline for 365 days.',
  }),
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
  const rule: Rule = ACHIEVEMENTS[id];
  return { value: rule.value(achieved), max: typeof rule.max === 'number' ? rule.max : rule.max(achieved) };
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
