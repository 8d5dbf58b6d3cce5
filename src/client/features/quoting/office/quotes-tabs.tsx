import type { ReactNode } from 'react';
import { TabPanels } from '../../../ui/tab-list';
import { PricedQuotes } from './priced-quotes';
import { type QuotingSearch, readQuotingSearch } from './quoting-search';

type QuotesTabsProps = {
  address: Record<string, unknown>;
  onSearch: (search: QuotingSearch) => void;
  /** The list of the quote requests. */
  requests: ReactNode;
};

/** Shows the quote requests, and the priced quotes in a tab beside them. */
export function QuotesTabs({ address, onSearch, requests }: QuotesTabsProps) {
  const { view, priced } = readQuotingSearch(address);
  return (
    <TabPanels
      label="Quotes"
      tabs={[
        { value: 'requests', word: 'Requests', panel: requests },
        { value: 'priced', word: 'Priced quotes', panel: <PricedQuotes address={address} onSearch={onSearch} /> },
      ]}
      value={view === 'priced' || priced !== undefined ? 'priced' : 'requests'}
      onTab={(next) => onSearch(next === 'priced' ? { view: 'priced' } : {})}
    />
  );
}
