import { byVisitToken, visitConfirmation, visitConfirmed, visitSchema } from '../../shared/visits';
import { limitedMisses, publicProcedure, router } from '../trpc';
import * as service from './service';

export const visitsRouter = router({
  get: publicProcedure
    .input(byVisitToken)
    .use(limitedMisses('manageMiss'))
    .output(visitSchema)
    .query(({ ctx, input }) => service.getVisit(ctx, input)),
  confirm: publicProcedure
    .input(visitConfirmation)
    .use(limitedMisses('manageMiss'))
    .output(visitConfirmed)
    .mutation(({ ctx, input }) => service.confirmVisit(ctx, input)),
});
