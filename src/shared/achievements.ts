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

type Rule = {
  name: string;
  description: string;
  category: AchievementCategory;
  rarity: AchievementRarity;
  icon: string;
  badge: string;
  /** The current value, and the value that unlocks the achievement. */
  value: (achieved: AchievementFigures) => number;
  max: number | ((achieved: AchievementFigures) => number);
};

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

const daily = (max: Rule['max']) => ({ category: 'daily' as const, value: best, max });
const milestone = (value: Rule['value'], max: number) => ({ category: 'milestone' as const, value, max });
const days = (max: number) => ({ category: 'streak' as const, value: streak, max });
const special = (value: Rule['value'], max: number) => ({ category: 'special' as const, value, max });

/** The 24 achievements in the order in which they are shown. */
export const ACHIEVEMENTS = {
  'first-client': {
    name: 'First Client of the Day',
    description: 'Win a client in a day.',
    rarity: 'common',
    icon: 'sunrise',
    badge: 'Open for Business',
    ...daily(1),
  },
  'hat-trick': {
    name: 'Hat Trick',
    description: 'Win three clients in a day.',
    rarity: 'common',
    icon: 'wand',
    badge: 'Hat Trick',
    ...daily(3),
  },
  'target-hit': {
    name: 'Daily Target Hit',
    description: 'Win as many clients in a day as you aim at.',
    rarity: 'rare',
    icon: 'target',
    badge: 'On Target',
    ...daily(({ dailyTarget }) => dailyTarget),
  },
  overachiever: {
    name: 'Overachiever',
    description: 'Win eight clients in a day.',
    rarity: 'epic',
    icon: 'rocket',
    badge: 'Overachiever',
    ...daily(8),
  },
  'perfect-ten': {
    name: 'Perfect Ten',
    description: 'Win ten clients in a day.',
    rarity: 'legendary',
    icon: 'crown',
    badge: 'Perfect Ten',
    ...daily(10),
  },
  'lead-1': {
    name: 'First Lead',
    description: 'Let the workers find a lead.',
    rarity: 'common',
    icon: 'search',
    badge: 'Scout',
    ...milestone(leads, 1),
  },
  'lead-25': {
    name: 'Lead Finder',
    description: 'Let the workers find 25 leads.',
    rarity: 'common',
    icon: 'search',
    badge: 'Finder',
    ...milestone(leads, 25),
  },
  'lead-100': {
    name: 'Lead Machine',
    description: 'Let the workers find 100 leads.',
    rarity: 'rare',
    icon: 'cog',
    badge: 'Machine',
    ...milestone(leads, 100),
  },
  'lead-500': {
    name: 'Lead Legend',
    description: 'Let the workers find 500 leads.',
    rarity: 'legendary',
    icon: 'crown',
    badge: 'Legend',
    ...milestone(leads, 500),
  },
  'partner-1': {
    name: 'First Handshake',
    description: 'Win a partnership.',
    rarity: 'rare',
    icon: 'handshake',
    badge: 'Handshake',
    ...milestone(partnerships, 1),
  },
  'partner-5': {
    name: 'Partner Network',
    description: 'Win five partnerships.',
    rarity: 'epic',
    icon: 'network',
    badge: 'Network',
    ...milestone(partnerships, 5),
  },
  'contract-1': {
    name: 'First Contract',
    description: 'Win a corporate contract.',
    rarity: 'rare',
    icon: 'pen',
    badge: 'Signed',
    ...milestone(contracts, 1),
  },
  'contract-5': {
    name: 'Corporate Player',
    description: 'Win five corporate contracts.',
    rarity: 'epic',
    icon: 'building',
    badge: 'Corporate',
    ...milestone(contracts, 5),
  },
  'expand-1': {
    name: 'New Territory',
    description: 'Win a market expansion.',
    rarity: 'rare',
    icon: 'map',
    badge: 'Pathfinder',
    ...milestone(expansions, 1),
  },
  'expand-3': {
    name: 'Regional Reach',
    description: 'Win three market expansions.',
    rarity: 'epic',
    icon: 'globe',
    badge: 'Regional',
    ...milestone(expansions, 3),
  },
  'dispatch-25': {
    name: 'Crew in Motion',
    description: 'Give 25 jobs to your team.',
    rarity: 'common',
    icon: 'truck',
    badge: 'Crew',
    ...milestone(assignments, 25),
  },
  'dispatch-250': {
    name: 'Dispatch Master',
    description: 'Give 250 jobs to your team.',
    rarity: 'epic',
    icon: 'truck',
    badge: 'Dispatcher',
    ...milestone(assignments, 250),
  },
  'streak-3': {
    name: 'Warm-up',
    description: 'Win a client, follow up or post on three days in a row.',
    rarity: 'common',
    icon: 'flame',
    badge: 'Warm',
    ...days(3),
  },
  'streak-7': {
    name: 'Week of Wins',
    description: 'Win a client, follow up or post on seven days in a row.',
    rarity: 'rare',
    icon: 'flame',
    badge: 'Week',
    ...days(7),
  },
  'streak-30': {
    name: 'Month of Momentum',
    description: 'Win a client, follow up or post on 30 days in a row.',
    rarity: 'epic',
    icon: 'calendar',
    badge: 'Month',
    ...days(30),
  },
  'streak-100': {
    name: 'Unstoppable',
    description: 'Win a client, follow up or post on 100 days in a row.',
    rarity: 'legendary',
    icon: 'zap',
    badge: 'Unstoppable',
    ...days(100),
  },
  'social-10': {
    name: 'Social Starter',
    description: 'Publish ten posts.',
    rarity: 'common',
    icon: 'megaphone',
    badge: 'Voice',
    ...special(posts, 10),
  },
  'all-rounder': {
    name: 'All-Rounder',
    description: 'Have a lead, a partnership, a contract, an expansion, a post and a job given to your team.',
    rarity: 'epic',
    icon: 'star',
    badge: 'All-Rounder',
    ...special(fields, 6),
  },
  'one-year': {
    name: 'One Year Together',
    description: 'Work with Tidyline for 365 days.',
    rarity: 'legendary',
    icon: 'cake',
    badge: 'Anniversary',
    ...special(({ daysTogether }) => daysTogether, 365),
  },
} as const satisfies Record<string, Rule>;
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
