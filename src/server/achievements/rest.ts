import type { RestRow } from '../rest-row';

export const achievementsRest: RestRow[] = [
  ['GET', '/achievements', 'achievements.list'],
  ['GET', '/achievements/unlocked', 'achievements.unlocked'],
  ['GET', '/achievements/stats', 'achievements.stats'],
  ['POST', '/achievements/check', 'achievements.check'],
];
