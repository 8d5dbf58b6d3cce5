import { byEmail, consentAnswer } from '../../shared/consents';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const subscriptionsRouterWith = (noteCallOnly: service.OpportunityHook) =>
  router({
    withdraw: forOffice.mutation(byEmail, consentAnswer, (ctx, input) => service.withdrawConsent(ctx, input, noteCallOnly)),
  });
