import { achievementList, achievementStatsAnswer } from '../../shared/achievements';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const achievementsRouter = router({
  list: adminProcedure.output(achievementList).query(({ ctx }) => service.listAchievements(ctx)),
  unlocked: adminProcedure.output(achievementList).query(({ ctx }) => service.listUnlocked(ctx)),
  stats: adminProcedure.output(achievementStatsAnswer).query(({ ctx }) => service.readStats(ctx)),
  check: adminProcedure.output(achievementList).mutation(({ ctx }) => service.checkAchievements(ctx)),
});
