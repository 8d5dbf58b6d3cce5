import type { QuotesSearch } from './features/quotes/quotes-search';
import type { QuotingSearch } from './features/quoting/office/quoting-search';

export type AdminSearch = QuotesSearch & QuotingSearch;
type PartProps = { address: Record<string, unknown>; onSearch: (search: AdminSearch) => void };

/** Loads the office's first screen. Kept out of its route's file, so that the login form does not load the names of all its files. */
export async function loadToday() {
  const [{ Dashboard }, { AddressedQuotes }, { QuotesTabs }] = await Promise.all([
    import('./features/shell/dashboard'),
    import('./features/quotes/quotes-panel'),
    import('./features/quoting/office/quotes-tabs'),
  ]);
  return (part: PartProps) => (
    <Dashboard>
      <QuotesTabs {...part} requests={<AddressedQuotes {...part} />} />
    </Dashboard>
  );
}

/** Loads the page on which the office writes a quote. */
export const loadComposer = async () => (await import('./features/quoting/office/compose-quote')).ComposeQuote;
