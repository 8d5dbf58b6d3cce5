import {
  estimateInput,
  estimateSchema,
  estimatorSchema,
  priceItemInput,
  priceItemList,
  priceItemOrder,
  priceItemRemoved,
  priceItemSchema,
} from '../../shared/pricing-schemas';
import { byId } from '../../shared/text';
import { adminProcedure, forOffice, router, sharedProcedure } from '../trpc';
import { getEstimator } from './estimator';
import * as service from './service';

export const pricingRouter = router({
  estimate: sharedProcedure
    .input(estimateInput)
    .output(estimateSchema.nullable())
    .query(({ ctx, input }) => service.estimate(ctx, input)),
  estimator: sharedProcedure.output(estimatorSchema).query(({ ctx }) => getEstimator(ctx)),
  list: adminProcedure.output(priceItemList).query(({ ctx }) => service.listItems(ctx)),
  saveItem: forOffice.mutation(priceItemInput, priceItemSchema, service.saveItem),
  removeItem: forOffice.mutation(byId, priceItemRemoved, service.removeItem),
  sortItems: forOffice.mutation(priceItemOrder, priceItemList, service.sortItems),
});
