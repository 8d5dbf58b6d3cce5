import { billInput, billResult, unbilledList } from '../../shared/billing';
import { pageInput } from '../../shared/text';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const billingRouter = router({
  listUnbilled: forOffice.query(pageInput, unbilledList, service.listUnbilled),
  billMany: forOffice.mutation(billInput, billResult, service.billMany),
});
