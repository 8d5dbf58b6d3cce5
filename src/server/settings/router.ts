import { settingsChange, settingsSchema, sitePageInput, sitePageSchema, storefrontSchema } from '../../shared/settings';
import { landingSchema } from '../../shared/website-schemas';
import type { Ctx } from '../context';
import { adminProcedure, forOffice, router, sharedProcedure } from '../trpc';
import { getLanding } from './landing';
import * as service from './service';

/** `offerPlaces` offers free places to the waitlist. Passed in: `calendar` imports `settings`. */
export const settingsRouterWith = (offerPlaces: (ctx: Ctx) => void) =>
  router({
    storefront: sharedProcedure.output(storefrontSchema).query(({ ctx }) => service.getStorefront(ctx)),
    landing: sharedProcedure.output(landingSchema).query(({ ctx }) => getLanding(ctx)),
    sitePage: sharedProcedure
      .input(sitePageInput)
      .output(sitePageSchema)
      .query(({ ctx, input }) => service.getSitePage(ctx, input)),
    get: adminProcedure.output(settingsSchema).query(({ ctx }) => service.getSettings(ctx)),
    save: forOffice.mutation(settingsChange, settingsSchema, (ctx, input) => service.saveSettings(ctx, input, offerPlaces)),
  });
