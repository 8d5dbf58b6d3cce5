import { settingsChange, settingsSchema, sitePageInput, sitePageSchema, storefrontSchema } from '../../shared/settings';
import { adminProcedure, forOffice, router, sharedProcedure } from '../trpc';
import * as service from './service';

export const settingsRouter = router({
  storefront: sharedProcedure.output(storefrontSchema).query(({ ctx }) => service.getStorefront(ctx)),
  sitePage: sharedProcedure
    .input(sitePageInput)
    .output(sitePageSchema)
    .query(({ ctx, input }) => service.getSitePage(ctx, input)),
  get: adminProcedure.output(settingsSchema).query(({ ctx }) => service.getSettings(ctx)),
  save: forOffice.mutation(settingsChange, settingsSchema, service.saveSettings),
});
