import type { BoardJob } from '../../../../shared/assignments';
import { formatPlannedMinutes, formatService, OPEN_STATUSES } from '../../../../shared/dispatch';
import { phoneHref } from '../../../../shared/phone';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { trpc } from '../../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { Facts } from '../../../ui/facts';
import { GetDirections, ViewOnMap } from '../../../ui/outside-links';
import { RecordDrawer } from '../../../ui/record-drawer';
import { EmptyState } from '../../../ui/states';
import { formatTimestamp } from '../../../ui/times';
import { WorkOrderId } from '../../../ui/work-order-id';
import { DoNotServiceChip, OutsideHoursChip, PriorityChip, StatusChip } from '../work-order-chips';
import type { AssignRequest } from './assign-dialog';
import { AssignmentChip, MoveButton, NextStep, TakeBack } from './assignment-actions';

type JobDrawerProps = { id: number; onClose: () => void; onAssign: (request: AssignRequest) => void };

/** Shows a job of the board with its assignment and everything that the office can do about it. */
export function JobDrawer({ id, onClose, onAssign }: JobDrawerProps) {
  const query = trpc.dispatch.boardJob.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={query}
      title={(job) => job?.order.client.name ?? 'Work order'}
      footer={({ order, assignment }) => (
        <>
          <PrimaryAction order={order} assignment={assignment} onAssign={onAssign} />
          {assignment && <MoveButton assignment={assignment} onMove={onAssign} />}
          {assignment && <TakeBack assignment={assignment} />}
          <ScreenLink to="/team" search={{ order: order.id }} label="Details" />
        </>
      )}
      loading="Loading the job..."
      failed="The job could not be loaded."
      missing={<EmptyState title="No such work order" text="It may have been removed, or the address was mistyped." />}
      onClose={onClose}
    >
      {(job) => <Job job={job} />}
    </RecordDrawer>
  );
}

/** Within reach of the thumb, and clear of toasts, which a phone shows at the top. */
const PRIMARY = 'button-primary grow max-sm:basis-full';

type PrimaryProps = Pick<BoardJob, 'order' | 'assignment'> & { onAssign: (request: AssignRequest) => void };
function PrimaryAction({ order, assignment, onAssign }: PrimaryProps) {
  if (assignment) return <NextStep assignment={assignment} look={PRIMARY} />;
  if (!OPEN_STATUSES.includes(order.status)) return null;
  return (
    <Button look={PRIMARY} label="Assign" about={formatWorkOrderId(order.workOrderId)} onPress={() => onAssign({ orders: [order] })} />
  );
}

const Job = ({ job: { order, assignment } }: { job: BoardJob }) => (
  <>
    <div className="flex flex-wrap gap-2">
      {assignment && <AssignmentChip status={assignment.status} />}
      {order.status !== assignment?.status && <StatusChip status={order.status} />}
      <PriorityChip priority={order.priority} isFull />
      <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
      <DoNotServiceChip client={order.client} />
    </div>
    <Facts
      facts={[
        ['Scheduled', formatTimestamp(order.scheduledDate)],
        ['Duration', formatPlannedMinutes(order)],
        ['Service', formatService(order.serviceType)],
        ['Work order', <WorkOrderId key="id" id={order.workOrderId} />],
        ['Address', order.client.address],
        ['Assigned to', order.assignedTeamMember ?? 'Unassigned'],
        [
          'Phone of the member',
          assignment && (
            <a className={TEXT_LINK} href={phoneHref(assignment.teamMember.phone)}>
              {assignment.teamMember.phone}
            </a>
          ),
        ],
        ['Assigned', assignment && formatTimestamp(assignment.assignedAt)],
        ['Estimated arrival', assignment?.estimatedArrival ? formatTimestamp(assignment.estimatedArrival) : null],
        ['Actual arrival', assignment?.actualArrival ? formatTimestamp(assignment.actualArrival) : null],
        ['Description', order.description],
        ['Notes', order.notes],
      ]}
    />
    <div className="flex flex-wrap gap-2">
      <ViewOnMap address={order.client.address} />
      <GetDirections address={order.client.address} />
    </div>
    <section aria-labelledby="client-title" className="grid gap-1">
      <h3 id="client-title" className="font-semibold">
        Client
      </h3>
      <ContactLinks email={order.client.email} phone={order.client.phone} />
    </section>
  </>
);
