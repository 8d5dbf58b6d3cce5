import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import type { AdminSearch } from '../office-parts';
import { Spinner } from '../ui/public/spinner';
import { unreadSearch } from '../unread-search';

const loadParts = () => import('../office-parts');
const Office = lazy(async () => ({ default: await (await loadParts()).loadOffice() }));
const Composer = lazy(async () => ({ default: await (await loadParts()).loadComposer() }));
const preloadOffice = () =>
  void loadParts()
    .then(({ loadOffice }) => loadOffice())
    .catch(() => undefined);

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
