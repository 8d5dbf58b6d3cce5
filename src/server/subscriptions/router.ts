import { byEmail, consentAnswer } from '../../shared/consents';
import { adminProcedure, router } from '../trpc';
import * as service from './service';

export const subscriptionsRouterWith = (noteCallOnly: service.OpportunityHook) =>
  router({
    withdraw: adminProcedure
      .input(byEmail)
      .output(consentAnswer)
      .mutation(({ ctx, input }) => service.withdrawConsent(ctx, input, noteCallOnly)),
  });
