import { SHOWN_STATUSES } from '../../../shared/invoices';
import { INVOICE_ORDERS, RECEIPT_ORDERS } from '../../../shared/invoices-schemas';
import { sortInput } from '../../../shared/page';
import { MONEY_IN_STATUSES } from '../../../shared/payments';
import { flagParam, idParam, searchReader, wordParam, wordsParam } from '../../ui/search-params';

const VIEWS = [...SHOWN_STATUSES, 'open', 'voided', 'bin', 'credit-notes', 'to-bill'] as const;
export type InvoicesView = (typeof VIEWS)[number];

export const readInvoicesSearch = searchReader({
  invoice: idParam,
  edit: flagParam,
  new: flagParam,
  order: idParam,
  booking: idParam,
  view: wordParam(VIEWS),
  search: wordsParam(),
  sort: sortInput(...INVOICE_ORDERS).catch(undefined),
});
export type InvoicesSearch = ReturnType<typeof readInvoicesSearch>;

/** Reads the search parameters of the receipts; `refund` is the receipt that a new one refunds, `money` a status of e-Transfers. */
export const readReceiptsSearch = searchReader({
  receipt: idParam,
  new: flagParam,
  refund: idParam,
  view: wordParam(['payments', 'refunds', 'voided', 'money-in']),
  money: wordParam(MONEY_IN_STATUSES),
  search: wordsParam(),
  sort: sortInput(...RECEIPT_ORDERS).catch(undefined),
});
export type ReceiptsSearch = ReturnType<typeof readReceiptsSearch>;
