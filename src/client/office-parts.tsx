import type { QuotesSearch } from './features/quotes/quotes-search';
import type { QuotingSearch } from './features/quoting/office/quoting-search';
import { endSession } from './features/session/session-store';

export type AdminSearch = QuotesSearch & QuotingSearch;
type PartProps = { address: Record<string, unknown>; onSearch: (search: AdminSearch) => void };

/** Loads the dashboard. It stands apart from its route, so that the login form does not come with the names of all its files. */
export async function loadOffice() {
  const [{ Dashboard }, { AddressedQuotes }, { QuotesTabs }] = await Promise.all([
    import('./features/shell/dashboard'),
    import('./features/quotes/quotes-panel'),
    import('./features/quoting/office/quotes-tabs'),
  ]);
  return (part: PartProps) => (
    <Dashboard onLoggedOut={endSession}>
      <QuotesTabs {...part} requests={<AddressedQuotes {...part} />} />
    </Dashboard>
  );
}

/** Loads the page on which the office writes a quote. */
export async function loadComposer() {
  const [{ OfficeShell }, { ComposeQuote }] = await Promise.all([
    import('./features/shell/office-shell'),
    import('./features/quoting/office/compose-quote'),
  ]);
  return (part: PartProps) => (
    <OfficeShell onLoggedOut={endSession}>
      <ComposeQuote {...part} />
    </OfficeShell>
  );
}
