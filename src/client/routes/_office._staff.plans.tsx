import { createFileRoute } from '@tanstack/react-router';
import { PlanDrawer } from '../features/plans/plan-drawer';
import { PlansScreen } from '../features/plans/plans-screen';
import { type PlansSearch, readPlansSearch } from '../features/plans/plans-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/plans')({
  validateSearch: unreadSearch<PlansSearch>(),
  head: () => ({ meta: [{ title: 'Plans' }] }),
  component: Plans,
});

function Plans() {
  const search = Route.useSearch({ select: readPlansSearch });
  const navigate = Route.useNavigate();
  const { plan: id } = search;
  return (
    <>
      <PlansScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onCreate={() => void navigate({ search: { new: 1, client: search.client } })}
      />
      {id !== undefined && (
        <PlanDrawer key={id} id={id} onClose={() => void navigate({ search: ({ plan: _open, ...list }) => list, replace: true })} />
      )}
    </>
  );
}
