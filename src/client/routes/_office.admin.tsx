import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { QuotesSearch } from '../features/quotes/quotes-search';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { Spinner } from '../ui/public/spinner';
import { unreadSearch } from '../unread-search';

const loadOffice = () => Promise.all([import('../features/shell/dashboard'), import('../features/quotes/quotes-panel')]);
const preloadOffice = () => void loadOffice().catch(() => undefined);
const Office = lazy(async () => {
  const [{ Dashboard }, { AddressedQuotes }] = await loadOffice();
  return {
    default: (quotes: Parameters<typeof AddressedQuotes>[0]) => (
      <Dashboard onLoggedOut={endSession}>
        <AddressedQuotes {...quotes} />
      </Dashboard>
    ),
  };
});

export const Route = createFileRoute('/_office/admin')({
  validateSearch: unreadSearch<QuotesSearch>(),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

function Admin() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SessionGate outside={<LoginForm onReady={preloadOffice} />}>
      <Suspense fallback={<Spinner />}>
        <Office address={address} onSearch={(next) => void navigate({ search: next, replace: true })} />
      </Suspense>
    </SessionGate>
  );
}
