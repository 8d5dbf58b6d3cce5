import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AdminSearch } from '../office-parts';
import { Spinner } from '../ui/public/spinner';
import { unreadSearch } from '../unread-search';

const loadParts = () => import('../office-parts');
const Today = lazy(async () => ({ default: await (await loadParts()).loadToday() }));
const Composer = lazy(async () => ({ default: await (await loadParts()).loadComposer() }));

export const Route = createFileRoute('/_office/_staff/admin')({
  validateSearch: unreadSearch<AdminSearch>(),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

function Admin() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const Part = address.write === 1 || address.edit === 1 ? Composer : Today;
  return (
    <Suspense fallback={<Spinner />}>
      <Part address={address} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
    </Suspense>
  );
}
