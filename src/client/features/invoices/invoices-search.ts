import { SHOWN_STATUSES } from '../../../shared/invoices';

const VIEWS = [...SHOWN_STATUSES, 'open', 'voided', 'bin', 'credit-notes'] as const;
export type InvoicesView = (typeof VIEWS)[number];

export type InvoicesSearch = {
  invoice?: number;
  edit?: 1;
  new?: 1;
  order?: number;
  booking?: number;
  view?: InvoicesView;
  search?: string;
};

/** Reads the id of a row from an address; undefined if it is missing or malformed. */
export function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Reads search words from an address; the router parses digits as a number. */
export const readWords = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 100) : '') || undefined;

/** Reads a flag from an address. */
export const readMark = (value: unknown): 1 | undefined => (Number(value) === 1 ? 1 : undefined);

/** Reads the parameters from an address; malformed ones are undefined, so that the router drops them. */
export const readInvoicesSearch = (address: Record<string, unknown>): InvoicesSearch => ({
  invoice: readId(address.invoice),
  edit: readMark(address.edit),
  new: readMark(address.new),
  order: readId(address.order),
  booking: readId(address.booking),
  view: VIEWS.find((word) => word === address.view),
  search: readWords(address.search),
});
