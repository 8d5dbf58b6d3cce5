import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { EditPlan } from '../features/plans/edit-plan';
import { PlanDrawer } from '../features/plans/plan-drawer';
import { NewPlan } from '../features/plans/plan-form';
import { PlansScreen } from '../features/plans/plans-screen';
import { type PlansSearch, readPlansSearch } from '../features/plans/plans-search';
import { IN_PLACE_OF_LIST, useClose } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readPlansSearch, 'plan');

export const Route = createFileRoute('/_office/_staff/plans')({
  validateSearch: unreadSearch<PlansSearch>(),
  head: () => ({ meta: [{ title: 'Plans' }] }),
  component: Plans,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <PlansScreen
      search={search}
      onSearch={(next) => void navigate({ search: ({ plan }) => ({ plan, ...next }), replace: true })}
      onCreate={() => void navigate({ search: { new: 1, client: search.client }, ...IN_PLACE_OF_LIST })}
    />
  );
});

function Plans() {
  const search = Route.useSearch({ select: readPlansSearch });
  const close = useClose('plan');
  const navigate = Route.useNavigate();
  const { plan: id, client } = search;
  const closeNew = useClose('new');
  const closeEdit = useClose('edit');
  // A new plan takes the place of its form, and closes to the list that opened the form.
  const showCreated = (plan: number) => void navigate({ search: { plan }, replace: true, state: true });
  // The form of an edit was opened by the plan that it split, so the later plan must not go back when it closes.
  const showSplit = (plan: number) => void navigate({ search: { plan }, replace: true });
  if (search.new) return <NewPlan client={client} onCreated={showCreated} onDone={closeNew} />;
  if (id !== undefined && search.edit)
    return <EditPlan key={id} id={id} onSaved={(saved) => (saved === id ? closeEdit() : showSplit(saved))} onDone={closeEdit} />;
  return (
    <>
      <List />
      {id !== undefined && <PlanDrawer key={id} id={id} onClose={close} />}
    </>
  );
}
