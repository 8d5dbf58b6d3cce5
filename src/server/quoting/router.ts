import {
  byQuoteToken,
  pricedQuoteList,
  pricedQuoteSchema,
  pricedQuotes,
  publicQuoteSchema,
  quoteApproval,
  quoteChangeRequest,
  quoteComposition,
  quoteDecline,
  quoteReport,
  quoteReportInput,
  quoteRevision,
  quoteViewed,
} from '../../shared/quoting-schemas';
import { byId } from '../../shared/text';
import { forOffice, limited, limitedMisses, publicProcedure, router } from '../trpc';
import * as answers from './answers';
import { approveQuote } from './approval';
import * as composing from './composing';
import * as reading from './reading';
import { reportQuotes } from './report';
import * as sending from './sending';

/** Builds the calls of a link without a login. */
const byLink = publicProcedure.input(byQuoteToken).use(limitedMisses('manageMiss'));

export const quotingRouter = router({
  compose: forOffice.mutation(quoteComposition, pricedQuoteSchema, composing.composeQuote),
  revise: forOffice.mutation(quoteRevision, pricedQuoteSchema, composing.reviseQuote),
  send: forOffice.mutation(byId, pricedQuoteSchema, sending.sendQuote),
  withdraw: forOffice.mutation(byId, pricedQuoteSchema, sending.withdrawQuote),
  get: forOffice.query(byId, pricedQuoteSchema, reading.getQuote),
  list: forOffice.query(pricedQuoteList, pricedQuotes, reading.listPricedQuotes),
  report: forOffice.query(quoteReportInput, quoteReport, reportQuotes),
  getByToken: byLink.output(publicQuoteSchema).query(({ ctx, input }) => reading.getQuoteByToken(ctx, input)),
  markViewed: byLink.output(quoteViewed).mutation(({ ctx, input }) => answers.markViewed(ctx, input)),
  approve: publicProcedure
    .input(quoteApproval)
    .use(limitedMisses('manageMiss'))
    .output(publicQuoteSchema)
    .mutation(({ ctx, input }) => approveQuote(ctx, input)),
  decline: publicProcedure
    .input(quoteDecline)
    .use(limitedMisses('manageMiss'))
    .output(publicQuoteSchema)
    .mutation(({ ctx, input }) => answers.declineQuote(ctx, input)),
  requestChange: publicProcedure
    .input(quoteChangeRequest)
    .use(limitedMisses('manageMiss'))
    .use(limited('quoteChange'))
    .output(publicQuoteSchema)
    .mutation(({ ctx, input }) => answers.requestChange(ctx, input)),
});
