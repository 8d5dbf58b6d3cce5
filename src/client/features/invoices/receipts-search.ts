import { readId, readMark, readWords } from './invoices-search';

const VIEWS = ['payments', 'refunds', 'voided'] as const;

/**
 * What the address of the receipts screen says: the receipt that is shown alone, the new one with the receipt that it refunds,
 * and what the list shows.
 */
export type ReceiptsSearch = { receipt?: number; new?: 1; refund?: number; view?: (typeof VIEWS)[number]; search?: string };

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export const readReceiptsSearch = (address: Record<string, unknown>): ReceiptsSearch => ({
  receipt: readId(address.receipt),
  new: readMark(address.new),
  refund: readId(address.refund),
  view: VIEWS.find((word) => word === address.view),
  search: readWords(address.search),
});
