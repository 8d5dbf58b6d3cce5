import { readId, readMark, readWords } from './invoices-search';

const VIEWS = ['payments', 'refunds', 'voided'] as const;

/**
 * The search parameters of the receipts screen: the single receipt that is shown, the new receipt with the one that it refunds,
 * and the view and search of the list.
 */
export type ReceiptsSearch = { receipt?: number; new?: 1; refund?: number; view?: (typeof VIEWS)[number]; search?: string };

/** Reads the parameters from an address; malformed ones are undefined, so that the router drops them. */
export const readReceiptsSearch = (address: Record<string, unknown>): ReceiptsSearch => ({
  receipt: readId(address.receipt),
  new: readMark(address.new),
  refund: readId(address.refund),
  view: VIEWS.find((word) => word === address.view),
  search: readWords(address.search),
});
