import { byEmail, consentAnswer } from '../../shared/consents';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const subscriptionsRouter = router({
  withdraw: adminProcedure
    .input(byEmail)
    .output(consentAnswer)
    .mutation(({ ctx, input }) => service.withdrawConsent(ctx, input)),
});
