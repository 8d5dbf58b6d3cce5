import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { QuotesSearch } from '../features/quotes/quotes-search';
import type { QuotingSearch } from '../features/quoting/office/quoting-search';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { Spinner } from '../ui/public/spinner';
import { unreadSearch } from '../unread-search';

type AdminSearch = QuotesSearch & QuotingSearch;
type PartProps = { address: Record<string, unknown>; onSearch: (search: AdminSearch) => void };

const loadOffice = () =>
  Promise.all([
    import('../features/shell/dashboard'),
    import('../features/quotes/quotes-panel'),
    import('../features/quoting/office/quotes-tabs'),
  ]);
const preloadOffice = () => void loadOffice().catch(() => undefined);
const Office = lazy(async () => {
  const [{ Dashboard }, { AddressedQuotes }, { QuotesTabs }] = await loadOffice();
  return {
    default: (part: PartProps) => (
      <Dashboard onLoggedOut={endSession}>
        <QuotesTabs {...part} requests={<AddressedQuotes {...part} />} />
      </Dashboard>
    ),
  };
});
const Composer = lazy(async () => {
  const [{ OfficeShell }, { ComposeQuote }] = await Promise.all([
    import('../features/shell/office-shell'),
    import('../features/quoting/office/compose-quote'),
  ]);
  return {
    default: (part: PartProps) => (
      <OfficeShell onLoggedOut={endSession}>
        <ComposeQuote {...part} />
      </OfficeShell>
    ),
  };
});

export const Route = createFileRoute('/_office/admin')({
  validateSearch: unreadSearch<AdminSearch>(),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

function Admin() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const Part = address.write === 1 || address.edit === 1 ? Composer : Office;
  return (
    <SessionGate outside={<LoginForm onReady={preloadOffice} />}>
      <Suspense fallback={<Spinner />}>
        <Part address={address} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
      </Suspense>
    </SessionGate>
  );
}
