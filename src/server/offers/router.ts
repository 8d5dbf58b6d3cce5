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
import { listPromised } from '../invoices/offers/promises';
import { forOffice, limitedMisses, publicProcedure, router } from '../trpc';
import * as rewards from './rewards';
import * as service from './service';

export const offersRouter = router({
  describe: publicProcedure
    .input(offerQuestion)
    .use(limitedMisses('referralMiss', service.isUnknownRef))
    .output(offeredWhenBooking)
    .query(({ ctx, input }) => service.describeOffers(ctx, input)),
  listFor: forOffice.query(byInvoice, invoiceOffers, service.listOffers),
  listPromised: forOffice.query(promiseQuestion, promiseList, listPromised),
  grant: forOffice.mutation(offerGrant, invoiceSchema, service.grantOffer),
  remove: forOffice.mutation(offerRemoval, invoiceSchema, service.removeOffer),
  listFriends: forOffice.query(friendListInput, friendList, rewards.listFriends),
  makeCode: forOffice.mutation(byClient, referralCode, rewards.makeCode),
});
