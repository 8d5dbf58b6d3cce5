import { confirmInput, moneyInInput, moneyInList, moneyInRow } from '../../shared/payments-schemas';
import { byId } from '../../shared/text';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const paymentsRouter = router({
  listMoneyIn: forOffice.query(moneyInInput, moneyInList, service.listMoneyIn),
  confirm: forOffice.mutation(confirmInput, moneyInRow, service.confirmMoneyIn),
  ignore: forOffice.mutation(byId, moneyInRow, service.ignoreMoneyIn),
});
