import { shareCommit } from '../../../db/commit-group';
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
import { adminProcedure, assertFilledByPerson, checked, forOffice, limited, publicProcedure, router } from '../trpc';
import * as service from './service';

export const quotesRouter = router({
  submit: publicProcedure
    .input(quoteSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('quote'))
    .output(quoteReceived)
    .mutation(({ ctx, input }) => shareCommit(ctx.db, () => service.submitQuote(ctx, input))),
  list: forOffice.query(quotePage, inquiryList, service.listQuotes),
  setStatus: forOffice.mutation(quoteStatusChange, inquirySchema, service.setQuoteStatus),
  createWorkOrder: forOffice.mutation(quoteWorkOrder, inquirySchema, service.createQuoteWorkOrder),
  deleteAll: adminProcedure.output(quotesDeleted).mutation(({ ctx }) => service.deleteAllQuotes(ctx)),
  bin: adminProcedure.output(quoteBin).query(({ ctx }) => service.getQuoteBin(ctx)),
  restore: adminProcedure.output(quotesRestored).mutation(({ ctx }) => service.restoreQuotes(ctx)),
});
