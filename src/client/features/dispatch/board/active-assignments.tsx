import type { Assignment, AssignmentStatus } from '../../../../shared/assignments';
import { formatService } from '../../../../shared/dispatch';
import { phoneHref } from '../../../../shared/phone';
import { trpc } from '../../../trpc';
import { Chip, type Tone } from '../../../ui/chip';
import { FactLines } from '../../../ui/facts';
import { GetDirections } from '../../../ui/outside-links';
import { ListCount, PAGED, PagedList } from '../../../ui/paged-list';
import { EmptyState } from '../../../ui/states';
import { formatTimestamp } from '../../../ui/times';
import { WorkOrderId } from '../../../ui/work-order-id';
import { DoNotServiceChip, PriorityChip } from '../work-order-chips';
import { AssignmentActions } from './assignment-actions';

const PAGE = 50;

export function ActiveAssignments() {
  const list = trpc.dispatch.active.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <section aria-labelledby="active-title" className="grid gap-3">
      <h2 id="active-title" className="flex min-h-11 items-center font-bold text-xl">
        Active Assignments
        <ListCount list={list} />
      </h2>
      <PagedList
        list={list}
        loading="Loading assignments..."
        failed="The assignments could not be loaded."
        empty={<EmptyState title="No Active Assignments" text="Assign a work order on the left to follow its progress here." />}
      >
        {(assignment) => <ActiveAssignment key={assignment.id} assignment={assignment} />}
      </PagedList>
    </section>
  );
}

const TONES: Record<AssignmentStatus, Tone> = {
  assigned: 'waiting',
  accepted: 'active',
  dispatched: 'active',
  arrived: 'good',
  completed: 'good',
  declined: 'bad',
  released: 'quiet',
};
const PHONE = 'inline-flex min-h-8 items-center text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11';

function ActiveAssignment({ assignment }: { assignment: Assignment }) {
  const { workOrder, teamMember, assignedAt, estimatedArrival, actualArrival } = assignment;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={TONES[assignment.status]}>{assignment.status}</Chip>
        <PriorityChip priority={workOrder.priority} />
        <DoNotServiceChip client={workOrder.client} />
      </div>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="font-bold text-lg">{workOrder.client.name}</h3>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{teamMember.name}</span>
          <a className={PHONE} href={phoneHref(teamMember.phone)}>
            {teamMember.phone}
          </a>
        </p>
        <p className="text-[15px] text-muted">{workOrder.client.address}</p>
        <p className="text-muted text-sm">
          {formatService(workOrder.serviceType)} · <WorkOrderId id={workOrder.workOrderId} />
        </p>
      </div>
      <FactLines
        facts={[
          ['Scheduled', formatTimestamp(workOrder.scheduledDate)],
          ['Assigned', formatTimestamp(assignedAt)],
          ['Estimated arrival', estimatedArrival && formatTimestamp(estimatedArrival)],
          ['Actual arrival', actualArrival && formatTimestamp(actualArrival)],
        ]}
      />
      <div className="flex flex-wrap gap-2 *:max-sm:grow">
        <AssignmentActions assignment={assignment} />
        <GetDirections address={workOrder.client.address} label="Directions" />
      </div>
    </li>
  );
}
