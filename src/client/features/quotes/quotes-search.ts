import { QUOTE_STATUSES, type QuoteStatus } from '../../../shared/quotes';

/** Search parameters of the quote requests; `waiting` narrows pending ones to those older than 24 hours, `quote` selects one. */
export type QuotesSearch = { status?: QuoteStatus; waiting?: '24h'; quote?: number };

export const readQuotesSearch = ({ status, waiting, quote }: Record<string, unknown>): QuotesSearch => ({
  quote: Number.isSafeInteger(Number(quote)) && Number(quote) > 0 ? Number(quote) : undefined,
  status: QUOTE_STATUSES.find((word) => word === status),
  waiting: waiting === '24h' && status === 'pending' ? waiting : undefined,
});
