import { useState } from 'react';
import type { WorkOrder } from '../../../../shared/dispatch';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { ScreenHeader } from '../../../ui/screen-header';
import { ActiveAssignments } from './active-assignments';
import { AssignDialog, type AssignRequest } from './assign-dialog';
import { AssignOrder } from './assign-order';
import { DayTimeline } from './day-timeline';
import { UnassignedOrders } from './unassigned-orders';

type DispatchScreenProps = { day: string; assign: number | undefined; onDay: (day: string) => void; onAssignClosed: () => void };

export function DispatchScreen({ day, assign, onDay, onAssignClosed }: DispatchScreenProps) {
  const [request, setRequest] = useState<AssignRequest | undefined>();
  const summary = trpc.dispatch.summary.useQuery();
  const open = (orders: WorkOrder[], memberId?: number) => setRequest({ orders, ...(memberId !== undefined && { memberId }) });
  return (
    <>
      <ScreenHeader
        title="Dispatch"
        text={
          <>
            Who goes where, and when. {summary.data && `${summary.data.todaysJobs} jobs today, ${summary.data.activeOrders} open in all.`}
          </>
        }
        layout="gap-x-3 gap-y-4 max-lg:-order-2"
      >
        <ScreenLink to="/team" label="Team Dashboard" />
        <ScreenLink to="/team-management" label="Team Management" />
      </ScreenHeader>
      <Sections />
      <DayTimeline day={day} onDay={onDay} onAssign={setRequest} />
      <div className="grid items-start gap-5 max-lg:-order-1 lg:grid-cols-2">
        <UnassignedOrders onAssign={open} />
        <ActiveAssignments />
      </div>
      {request && <AssignDialog key={request.orders.map(({ id }) => id).join()} request={request} onClose={() => setRequest(undefined)} />}
      {assign !== undefined && <AssignOrder key={assign} id={assign} onClose={onAssignClosed} />}
    </>
  );
}

const SECTIONS = [
  ['timeline-title', 'Day plan'],
  ['unassigned-title', 'Unassigned'],
  ['active-title', 'Active'],
] as const;

const Sections = () => (
  <nav aria-label="Sections" className="-order-2 flex flex-wrap gap-2 lg:hidden">
    {SECTIONS.map(([id, name]) => (
      <a key={id} href={`#${id}`} className="button-ghost">
        {name}
      </a>
    ))}
  </nav>
);
