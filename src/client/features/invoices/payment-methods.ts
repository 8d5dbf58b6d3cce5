import { PAID_BY } from '../../../shared/invoices';
import type { PaymentMethod } from '../../../shared/store-options';

/** The offered payment methods; `interac` is left out, since it is another code for an e-transfer. */
const METHODS: readonly PaymentMethod[] = ['e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'];
export const METHOD_OPTIONS = METHODS.map((code) => [code, PAID_BY[code]] as const);

/** Returns a payment method as the fields offer it; an e-transfer if it is missing. */
export const methodOr = (method: PaymentMethod | null | undefined): PaymentMethod =>
  !method || method === 'interac' ? 'e-transfer' : method;
