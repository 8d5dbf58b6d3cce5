import { QUOTE_STATUSES } from '../../../shared/quotes';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

const read = searchReader({ status: wordParam(QUOTE_STATUSES), waiting: wordParam(['24h']), quote: idParam });
/** Search parameters of the quote requests; `waiting` narrows pending ones to those older than 24 hours, `quote` opens one. */
export type QuotesSearch = ReturnType<typeof read>;

export function readQuotesSearch(address: Record<string, unknown>): QuotesSearch {
  const search = read(address);
  return search.status === 'pending' ? search : { ...search, waiting: undefined };
}
