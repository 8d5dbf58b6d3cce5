import { byPayToken, cardPayment, checkoutSchema, payable } from '../../shared/pay';
import { limitedMisses, publicProcedure, router } from '../trpc';
import * as service from './service';

export const payRouter = router({
  get: publicProcedure
    .input(byPayToken)
    .use(limitedMisses('manageMiss'))
    .output(payable)
    .query(({ ctx, input }) => service.getPayable(ctx, input)),
  start: publicProcedure
    .input(cardPayment)
    .use(limitedMisses('manageMiss'))
    .output(checkoutSchema)
    .mutation(({ ctx, input }) => service.startCheckout(ctx, input)),
});
