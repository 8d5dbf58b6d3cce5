import {
  inquiryList,
  inquirySchema,
  quoteBin,
  quotePage,
  quoteReceived,
  quoteStatusChange,
  quoteSubmission,
  quotesDeleted,
  quotesRestored,
  quoteWorkOrder,
} from '../../shared/quotes-schemas';
import { adminProcedure, assertFilledByPerson, checked, limited, publicProcedure, router } from '../trpc';
import * as service from './service';

export const quotesRouter = router({
  submit: publicProcedure
    .input(quoteSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('quote'))
    .output(quoteReceived)
    .mutation(({ ctx, input }) => service.submitQuote(ctx, input)),
  list: adminProcedure
    .input(quotePage)
    .output(inquiryList)
    .query(({ ctx, input }) => service.listQuotes(ctx, input)),
  setStatus: adminProcedure
    .input(quoteStatusChange)
    .output(inquirySchema)
    .mutation(({ ctx, input }) => service.setQuoteStatus(ctx, input)),
  createWorkOrder: adminProcedure
    .input(quoteWorkOrder)
    .output(inquirySchema)
    .mutation(({ ctx, input }) => service.createQuoteWorkOrder(ctx, input)),
  deleteAll: adminProcedure.output(quotesDeleted).mutation(({ ctx }) => service.deleteAllQuotes(ctx)),
  bin: adminProcedure.output(quoteBin).query(({ ctx }) => service.getQuoteBin(ctx)),
  restore: adminProcedure.output(quotesRestored).mutation(({ ctx }) => service.restoreQuotes(ctx)),
});
