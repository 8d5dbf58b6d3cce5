import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkOrder } from '../../../../shared/dispatch';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { useClose, useOpen } from '../../../ui/beside-list';
import { ScreenLink } from '../../../ui/button';
import { PAGED } from '../../../ui/paged-list';
import { ScreenHeader } from '../../../ui/screen-header';
import { useNarrow } from '../../../ui/use-narrow';
import { JobDrawer } from '../job-drawer';
import type { DispatchSearch } from '../team-search';
import { ActiveAssignments } from './active-assignments';
import { AssignDialog, type AssignRequest } from './assign-dialog';
import { AssignOrder } from './assign-order';
import { BoardSkeleton } from './board-skeleton';
import { DayTimeline } from './day-timeline';
import { UnassignedOrders } from './unassigned-orders';

/** Rows of a list's page, so that the first page is not much longer than the window. */
const [PAGE, PHONE_PAGE] = [12, 5];

type DispatchScreenProps = { search: DispatchSearch; onSearch: (part: Partial<DispatchSearch>) => void };

export function DispatchScreen({ search: { day = getToday(), member, job, assign }, onSearch }: DispatchScreenProps) {
  const [request, setRequest] = useState<AssignRequest | undefined>();
  const limit = useNarrow() ? PHONE_PAGE : PAGE;
  const summary = trpc.dispatch.summary.useQuery();
  const unassigned = trpc.dispatch.unassigned.useInfiniteQuery({ limit }, PAGED);
  const active = trpc.dispatch.active.useInfiniteQuery({ limit }, PAGED);
  // Shows the day before until the next one is loaded, so that nothing below moves.
  const plan = trpc.dispatch.planDay.useQuery({ day }, { placeholderData: keepPreviousData });
  const open = useOpen();
  const closeJob = useClose('job');
  const openJob = (id: number) => open({ job: id });
  const assignOrders = (orders: WorkOrder[]) => setRequest({ orders });
  // The parts appear together, because one that is loaded later would move those below it.
  const isLoading = unassigned.isPending || active.isPending || plan.isPending;
  return (
    <>
      <ScreenHeader
        title="Dispatch"
        text={summary.data ? `${summary.data.todaysJobs} jobs today, ${summary.data.activeOrders} open in all.` : '\u00a0'}
        layout="gap-x-3 gap-y-2"
      >
        <div className="flex gap-2 max-lg:hidden">
          <ScreenLink to="/team" label="Team Dashboard" />
          <ScreenLink to="/team-management" label="Team Management" />
        </div>
        <Sections />
      </ScreenHeader>
      {isLoading ? (
        <BoardSkeleton />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[316px_minmax(0,1fr)] lg:gap-x-5">
          <div className="min-w-0 max-lg:order-1 lg:col-span-2">
            <DayTimeline
              day={day}
              plan={plan}
              memberId={member}
              onDay={(next) => onSearch({ day: next })}
              onMember={(next) => onSearch({ member: next })}
              onAssign={setRequest}
              onOpen={openJob}
            />
          </div>
          <UnassignedOrders list={unassigned} onAssign={assignOrders} onOpen={openJob} />
          <div className="min-w-0 max-lg:order-2">
            <ActiveAssignments list={active} onMove={setRequest} onOpen={openJob} />
          </div>
        </div>
      )}
      {job !== undefined && <JobDrawer key={`job-${job}`} id={job} back="Back to Dispatch" onClose={closeJob} />}
      {request && <AssignDialog key={request.orders.map(({ id }) => id).join()} request={request} onClose={() => setRequest(undefined)} />}
      {assign !== undefined && <AssignOrder key={assign} id={assign} onClose={() => onSearch({ assign: undefined })} />}
    </>
  );
}

const SECTIONS = [
  ['unassigned-title', 'Unassigned'],
  ['timeline-title', 'Day plan'],
  ['active-title', 'Active'],
] as const;

const Sections = () => (
  <nav aria-label="Sections" className="flex w-full gap-2 *:grow *:px-2 lg:hidden">
    {SECTIONS.map(([id, name]) => (
      <a key={id} href={`#${id}`} className="button-ghost">
        {name}
      </a>
    ))}
  </nav>
);
