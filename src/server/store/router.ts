import { productFilter, productList } from '../../shared/store';
import { publicProcedure, router } from '../trpc';
import * as service from './service';

export const storeRouter = router({
  listProducts: publicProcedure
    .input(productFilter)
    .output(productList)
    .query(({ ctx, input }) => service.listProducts(ctx, input)),
});
