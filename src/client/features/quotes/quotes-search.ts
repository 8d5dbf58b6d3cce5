import { QUOTE_STATUSES, type QuoteStatus } from '../../../shared/quote-words';

/** What the address of the admin page says of the requests: their status, of pending ones only those that wait longer than 24 hours, or one alone. */
export type QuotesSearch = { status?: QuoteStatus; waiting?: '24h'; quote?: number };

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export const readQuotesSearch = ({ status, waiting, quote }: Record<string, unknown>): QuotesSearch => ({
  quote: Number.isSafeInteger(Number(quote)) && Number(quote) > 0 ? Number(quote) : undefined,
  status: QUOTE_STATUSES.find((word) => word === status),
  waiting: waiting === '24h' && status === 'pending' ? waiting : undefined,
});
