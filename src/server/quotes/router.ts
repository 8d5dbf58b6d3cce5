import { shareCommit } from '../../../db/commit-group';
import { quoteWorkOrder } from '../../shared/quote-work-order';
import {
  documentedInquiry,
  inquiryList,
  inquirySchema,
  quoteBin,
  quotePage,
  quoteReceived,
  quoteStatusChange,
  quoteSubmission,
  quotesDeleted,
  quotesRestored,
} from '../../shared/quotes-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, assertFilledByPerson, checked, forOffice, limited, publicProcedure, router, sharedInOffice } from '../trpc';
import * as service from './service';
import { undoQuoteStep } from './undo';

export const quotesRouter = router({
  submit: publicProcedure
    .input(quoteSubmission)
    .use(checked(assertFilledByPerson))
    .use(limited('quote'))
    .output(quoteReceived)
    .mutation(({ ctx, input }) => shareCommit(ctx.db, () => service.submitQuote(ctx, input))),
  list: sharedInOffice.query(quotePage, inquiryList, service.listQuotes),
  get: forOffice.query(byId, inquirySchema, (ctx, { id }) => service.getRow(ctx, id)),
  setStatus: forOffice.mutation(quoteStatusChange, documentedInquiry, service.setQuoteStatus),
  undoStatus: forOffice.mutation(byId, inquirySchema, (ctx, { id }) => undoQuoteStep(ctx, id)),
  createWorkOrder: forOffice.mutation(quoteWorkOrder, inquirySchema, service.createQuoteWorkOrder),
  deleteAll: adminProcedure.output(quotesDeleted).mutation(({ ctx }) => service.deleteAllQuotes(ctx)),
  bin: adminProcedure.output(quoteBin).query(({ ctx }) => service.getQuoteBin(ctx)),
  restore: adminProcedure.output(quotesRestored).mutation(({ ctx }) => service.restoreQuotes(ctx)),
});
