import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACHIEVEMENT_IDS,
  ACHIEVEMENTS,
  type AchievementFigures,
  type AchievementId,
  countStreak,
  getAchievementValue,
  toAchievement,
} from '../../src/shared/achievements';
import { addDays } from '../../src/shared/calendar-day';

const NOTHING: AchievementFigures = {
  totalLeadsGenerated: 0,
  totalPartnershipsCreated: 0,
  totalCorporateContracts: 0,
  dailyStreak: 0,
  bestDailyPerformance: 0,
  socialMediaPosts: 0,
  marketExpansions: 0,
  teamMemberAssignments: 0,
  lastActiveDate: null,
  joinDate: null,
  dailyTarget: 5,
  daysTogether: 0,
};
const countBy = (field: 'category' | 'rarity') =>
  Object.fromEntries(
    [...new Set(Object.values(ACHIEVEMENTS).map((rule) => rule[field]))].map((word) => [
      word,
      Object.values(ACHIEVEMENTS).filter((rule) => rule[field] === word).length,
    ]),
  );

test('there are 24 achievements, as many of each category and rarity as listed', () => {
  expect(ACHIEVEMENT_IDS).toHaveLength(24);
  expect(countBy('category')).toEqual({ daily: 5, milestone: 12, streak: 4, special: 3 });
  expect(countBy('rarity')).toEqual({ common: 7, rare: 6, epic: 7, legendary: 4 });
  expect(new Set(Object.values(ACHIEVEMENTS).map(({ name }) => name)).size).toBe(24);
});

const RULES: [AchievementId, keyof AchievementFigures, number, string][] = [
  ['first-client', 'bestDailyPerformance', 1, '10 · Open for Business'],
  ['hat-trick', 'bestDailyPerformance', 3, '10 · Hat Trick'],
  ['target-hit', 'bestDailyPerformance', 5, '25 · On Target'],
  ['overachiever', 'bestDailyPerformance', 8, '50 · Overachiever'],
  ['perfect-ten', 'bestDailyPerformance', 10, '100 · Perfect Ten'],
  ['lead-1', 'totalLeadsGenerated', 1, '10 · Scout'],
  ['lead-25', 'totalLeadsGenerated', 25, '10 · Finder'],
  ['lead-100', 'totalLeadsGenerated', 100, '25 · Machine'],
  ['lead-500', 'totalLeadsGenerated', 500, '100 · Legend'],
  ['partner-1', 'totalPartnershipsCreated', 1, '25 · Handshake'],
  ['partner-5', 'totalPartnershipsCreated', 5, '50 · Network'],
  ['contract-1', 'totalCorporateContracts', 1, '25 · Signed'],
  ['contract-5', 'totalCorporateContracts', 5, '50 · Corporate'],
  ['expand-1', 'marketExpansions', 1, '25 · Pathfinder'],
  ['expand-3', 'marketExpansions', 3, '50 · Regional'],
  ['dispatch-25', 'teamMemberAssignments', 25, '10 · Crew'],
  ['dispatch-250', 'teamMemberAssignments', 250, '50 · Dispatcher'],
  ['streak-3', 'dailyStreak', 3, '10 · Warm'],
  ['streak-7', 'dailyStreak', 7, '25 · Week'],
  ['streak-30', 'dailyStreak', 30, '50 · Month'],
  ['streak-100', 'dailyStreak', 100, '100 · Unstoppable'],
  ['social-10', 'socialMediaPosts', 10, '10 · Voice'],
  ['one-year', 'daysTogether', 365, '100 · Anniversary'],
];
test.each(RULES)('%s is reached when %s is %i, but not one before, and is worth %s', (id, figure, needed, reward) => {
  expect(getAchievementValue(id, { ...NOTHING, [figure]: needed })).toEqual({ value: needed, max: needed });
  expect(toAchievement(id, { ...NOTHING, [figure]: needed - 1 }, null)).toMatchObject({
    progress: needed - 1,
    maxProgress: needed,
    reward,
  });
  expect(toAchievement(id, { ...NOTHING, [figure]: needed * 3 }, null)).toMatchObject({ progress: needed, unlockedAt: null });
  // An unlocked achievement stays complete, whatever the figure is now.
  expect(toAchievement(id, NOTHING, '2026-11-20T20:00:00.000Z')).toMatchObject({
    progress: needed,
    unlockedAt: '2026-11-20T20:00:00.000Z',
  });
});
test('the daily target follows the setting', () => {
  expect(getAchievementValue('target-hit', { ...NOTHING, bestDailyPerformance: 4, dailyTarget: 4 })).toEqual({ value: 4, max: 4 });
});
test('an all-rounder needs one of each of six', () => {
  const fields = [
    'totalLeadsGenerated',
    'totalPartnershipsCreated',
    'totalCorporateContracts',
    'marketExpansions',
    'socialMediaPosts',
    'teamMemberAssignments',
  ];
  for (let number = 0; number <= 6; number += 1) {
    const some = Object.fromEntries(fields.slice(0, number).map((field) => [field, 3]));
    expect(getAchievementValue('all-rounder', { ...NOTHING, ...some })).toEqual({ value: number, max: 6 });
  }
  expect(getAchievementValue('all-rounder', { ...NOTHING, bestDailyPerformance: 9, dailyStreak: 9, daysTogether: 9 }).value).toBe(0);
});

describe('a streak', () => {
  const before = (day: string) => addDays(day, -1);
  test.each([
    ['2026-11-20', [], 0],
    ['2026-11-20', ['2026-11-20'], 1],
    ['2026-11-20', ['2026-11-19'], 1],
    ['2026-11-20', ['2026-11-18'], 0],
    ['2026-11-20', ['2026-11-20', '2026-11-18'], 1],
    ['2027-01-01', ['2026-12-30', '2026-12-31', '2027-01-01'], 3],
    ['2028-03-01', ['2028-02-28', '2028-02-29'], 2],
    ['2026-03-09', ['2026-03-07', '2026-03-08', '2026-03-09'], 3],
  ])('up to %s with %j is %i', (today, days, length) => expect(countStreak(new Set(days), today, before)).toBe(length));
  test('counts the days up to today or yesterday, whatever lies before a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (start, pattern) => {
        const today = addDays('1990-01-01', start);
        const days = new Set(pattern.flatMap((has, ago) => (has ? [addDays(today, -ago)] : [])));
        const counted = pattern[0] ? pattern : pattern.slice(1);
        const gap = counted.indexOf(false);
        expect(countStreak(days, today, before)).toBe(gap === -1 ? counted.length : gap);
      }),
    );
  });
});
