import { backupList, backupMade } from '../../shared/backups';
import { adminProcedure, router } from '../trpc';
import { backUpNow, listBackups } from './backups';

export const dataRouter = router({
  backups: adminProcedure.output(backupList).query(({ ctx }) => listBackups(ctx)),
  backUp: adminProcedure.output(backupMade).mutation(({ ctx }) => backUpNow(ctx)),
});
