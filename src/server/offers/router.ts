import { invoiceSchema } from '../../shared/invoices-schemas';
import {
  byClient,
  byInvoice,
  friendList,
  friendListInput,
  invoiceOffers,
  offeredWhenBooking,
  offerGrant,
  offerQuestion,
  offerRemoval,
  promiseList,
  promiseQuestion,
  referralCode,
} from '../../shared/offers';
import { listPromised } from '../invoices/promises';
import { adminProcedure, limitedMisses, publicProcedure, router } from '../trpc';
import * as rewards from './rewards';
import * as service from './service';

export const offersRouter = router({
  describe: publicProcedure
    .input(offerQuestion)
    .use(limitedMisses('referralMiss', service.isUnknownRef))
    .output(offeredWhenBooking)
    .query(({ ctx, input }) => service.describeOffers(ctx, input)),
  listFor: adminProcedure
    .input(byInvoice)
    .output(invoiceOffers)
    .query(({ ctx, input }) => service.listOffers(ctx, input)),
  listPromised: adminProcedure
    .input(promiseQuestion)
    .output(promiseList)
    .query(({ ctx, input }) => listPromised(ctx, input)),
  grant: adminProcedure
    .input(offerGrant)
    .output(invoiceSchema)
    .mutation(({ ctx, input }) => service.grantOffer(ctx, input)),
  remove: adminProcedure
    .input(offerRemoval)
    .output(invoiceSchema)
    .mutation(({ ctx, input }) => service.removeOffer(ctx, input)),
  listFriends: adminProcedure
    .input(friendListInput)
    .output(friendList)
    .query(({ ctx, input }) => rewards.listFriends(ctx, input)),
  makeCode: adminProcedure
    .input(byClient)
    .output(referralCode)
    .mutation(({ ctx, input }) => rewards.makeCode(ctx, input)),
});
