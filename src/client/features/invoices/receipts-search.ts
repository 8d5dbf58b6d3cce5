import { readId, readMark, readWords } from './invoices-search';

const VIEWS = ['payments', 'refunds', 'voided'] as const;

export type ReceiptsSearch = { receipt?: number; new?: 1; refund?: number; view?: (typeof VIEWS)[number]; search?: string };

export const readReceiptsSearch = (address: Record<string, unknown>): ReceiptsSearch => ({
  receipt: readId(address.receipt),
  new: readMark(address.new),
  refund: readId(address.refund),
  view: VIEWS.find((word) => word === address.view),
  search: readWords(address.search),
});
