import { createFileRoute } from '@tanstack/react-router';
import { EditPlan } from '../features/plans/edit-plan';
import { PlanDrawer } from '../features/plans/plan-drawer';
import { NewPlan } from '../features/plans/plan-form';
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
  const { plan: id, client } = search;
  const open = (plan: number) => void navigate({ search: { plan } });
  if (search.new) return <NewPlan client={client} onCreated={open} onDone={() => void navigate({ search: { client } })} />;
  if (id !== undefined && search.edit) return <EditPlan key={id} id={id} onSaved={open} onDone={() => open(id)} />;
  return (
    <>
      <PlansScreen
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        onCreate={() => void navigate({ search: { new: 1, client } })}
      />
      {id !== undefined && (
        <PlanDrawer key={id} id={id} onClose={() => void navigate({ search: ({ plan: _open, ...list }) => list, replace: true })} />
      )}
    </>
  );
}
