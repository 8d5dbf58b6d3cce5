import {
  byInquiry,
  comparisonSchema,
  competitorPriceChange,
  competitorPriceInput,
  competitorPriceList,
  competitorPriceListInput,
  competitorPriceSchema,
  demandSchema,
  priceSuggestionSchema,
  removedPrice,
} from '../../shared/market';
import { byId } from '../../shared/text';
import { adminProcedure, router } from '../trpc';
import * as prices from './prices';
import * as service from './service';
import * as suggestions from './suggestions';

export const marketRouter = router({
  demand: adminProcedure.output(demandSchema).query(({ ctx }) => service.findDemand(ctx)),
  priceSuggestion: adminProcedure
    .input(byInquiry)
    .output(priceSuggestionSchema.nullable())
    .query(({ ctx, input }) => suggestions.findSuggestion(ctx, input)),
  comparison: adminProcedure.output(comparisonSchema).query(({ ctx }) => prices.findComparison(ctx)),
  listPrices: adminProcedure
    .input(competitorPriceListInput)
    .output(competitorPriceList)
    .query(({ ctx, input }) => prices.listPrices(ctx, input)),
  addPrice: adminProcedure
    .input(competitorPriceInput)
    .output(competitorPriceSchema)
    .mutation(({ ctx, input }) => prices.addPrice(ctx, input)),
  updatePrice: adminProcedure
    .input(competitorPriceChange)
    .output(competitorPriceSchema)
    .mutation(({ ctx, input }) => prices.updatePrice(ctx, input)),
  removePrice: adminProcedure
    .input(byId)
    .output(removedPrice)
    .mutation(({ ctx, input }) => prices.removePrice(ctx, input)),
});
