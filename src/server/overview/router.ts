import { overviewSchema } from '../../shared/overview';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const overviewRouter = router({
  today: adminProcedure.output(overviewSchema).query(({ ctx }) => service.summarizeToday(ctx)),
});
