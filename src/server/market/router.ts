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
import { adminProcedure, forOffice, router } from '../trpc';
import * as prices from './prices';
import * as service from './service';
import * as suggestions from './suggestions';

export const marketRouter = router({
  demand: adminProcedure.output(demandSchema).query(({ ctx }) => service.findDemand(ctx)),
  priceSuggestion: forOffice.query(byInquiry, priceSuggestionSchema.nullable(), suggestions.findSuggestion),
  comparison: adminProcedure.output(comparisonSchema).query(({ ctx }) => prices.findComparison(ctx)),
  listPrices: forOffice.query(competitorPriceListInput, competitorPriceList, prices.listPrices),
  addPrice: forOffice.mutation(competitorPriceInput, competitorPriceSchema, prices.addPrice),
  updatePrice: forOffice.mutation(competitorPriceChange, competitorPriceSchema, prices.updatePrice),
  removePrice: forOffice.mutation(byId, removedPrice, prices.removePrice),
});
