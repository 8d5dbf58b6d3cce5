import { byEmail, consentAnswer, consentFigures, consentInput, consentList, consentListInput } from '../../shared/consents';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const consentsRouter = router({
  find: adminProcedure
    .input(byEmail)
    .output(consentAnswer)
    .query(({ ctx, input }) => service.getConsent(ctx, input)),
  list: adminProcedure
    .input(consentListInput)
    .output(consentList)
    .query(({ ctx, input }) => service.listConsents(ctx, input)),
  counts: adminProcedure.output(consentFigures).query(({ ctx }) => service.countConsents(ctx)),
  record: adminProcedure
    .input(consentInput)
    .output(consentAnswer)
    .mutation(({ ctx, input }) => service.recordByOwner(ctx, input)),
});
