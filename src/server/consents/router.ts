import { byEmail, consentAnswer, consentFigures, consentInput, consentList, consentListInput } from '../../shared/consents';
import { adminProcedure, forOffice, router } from '../trpc';
import * as service from './service';

export const consentsRouter = router({
  find: forOffice.query(byEmail, consentAnswer, service.getConsent),
  list: forOffice.query(consentListInput, consentList, service.listConsents),
  counts: adminProcedure.output(consentFigures).query(({ ctx }) => service.countConsents(ctx)),
  record: forOffice.mutation(consentInput, consentAnswer, service.recordByOwner),
});
