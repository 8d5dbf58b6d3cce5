import { SHOWN_STATUSES } from '../../../shared/invoice-words';

/** What the list of invoices shows: those of a status, all that is owed, the voided ones, the bin, or the credit notes; all of them where it says nothing. */
const VIEWS = [...SHOWN_STATUSES, 'open', 'voided', 'bin', 'credit-notes'] as const;
export type InvoicesView = (typeof VIEWS)[number];

/**
 * What the address of the invoices screen says: the invoice that is open or changed, the new one with the work order or the
 * booking that it is for, and what the list shows.
 */
export type InvoicesSearch = {
  invoice?: number;
  edit?: 1;
  new?: 1;
  order?: number;
  booking?: number;
  view?: InvoicesView;
  search?: string;
};

/** The number of a row in an address, or that there is none. */
export function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Words to look for in an address; such as consist of digits come as a number. */
export const readWords = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : '') || undefined;

/** A mark of an address that is there or not. */
export const readMark = (value: unknown): 1 | undefined => (Number(value) === 1 ? 1 : undefined);

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export const readInvoicesSearch = (address: Record<string, unknown>): InvoicesSearch => ({
  invoice: readId(address.invoice),
  edit: readMark(address.edit),
  new: readMark(address.new),
  order: readId(address.order),
  booking: readId(address.booking),
  view: VIEWS.find((word) => word === address.view),
  search: readWords(address.search),
});
