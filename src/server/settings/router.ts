import { settingsChange, settingsSchema, storefrontSchema } from '../../shared/settings';
import { adminProcedure, publicProcedure, router } from '../trpc';
import * as service from './service';

export const settingsRouter = router({
  storefront: publicProcedure.output(storefrontSchema).query(({ ctx }) => service.getStorefront(ctx)),
  get: adminProcedure.output(settingsSchema).query(({ ctx }) => service.getSettings(ctx)),
  save: adminProcedure
    .input(settingsChange)
    .output(settingsSchema)
    .mutation(({ ctx, input }) => service.saveSettings(ctx, input)),
});
