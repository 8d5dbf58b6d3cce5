import { settingsChange, settingsSchema, sitePageInput, sitePageSchema, storefrontSchema } from '../../shared/settings';
import { adminProcedure, forOffice, publicProcedure, router } from '../trpc';
import * as service from './service';

export const settingsRouter = router({
  storefront: publicProcedure.output(storefrontSchema).query(({ ctx }) => service.getStorefront(ctx)),
  sitePage: publicProcedure
    .input(sitePageInput)
    .output(sitePageSchema)
    .query(({ ctx, input }) => service.getSitePage(ctx, input)),
  get: adminProcedure.output(settingsSchema).query(({ ctx }) => service.getSettings(ctx)),
  save: forOffice.mutation(settingsChange, settingsSchema, service.saveSettings),
});
