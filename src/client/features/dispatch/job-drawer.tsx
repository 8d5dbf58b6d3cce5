import type { BoardJob } from '../../../shared/assignments';
import { formatPlannedMinutes, formatService, getPhase, type JobComponent, OPEN_STATUSES, type WorkOrder } from '../../../shared/dispatch';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { CallButton } from '../../ui/mutation-button';
import { GetDirections, ViewOnMap } from '../../ui/outside-links';
import { Panel } from '../../ui/panel';
import { PhotoList } from '../../ui/photo-list';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState, ErrorState } from '../../ui/states';
import { Timeline } from '../../ui/timeline';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { WorkOrderId } from '../../ui/work-order-id';
import { EditOrder } from './edit-order';
import { InvoiceOrder } from './invoice-order';
import { JobCrew } from './job-crew';
import { OrderActions } from './order-actions';
import { StatusStep } from './status-step';
import { ConfirmedChip, DoNotServiceChip, OutsideHoursChip, OverbookedChip, PriorityChip, StatusChip } from './work-order-chips';

/** `back` is the label of the button that returns to the list. */
type JobDrawerProps = { id: number; back: string; onClose: () => void };

/** Shows a job with its crew, and everything that the office can do about it. */
export function JobDrawer({ id, back, onClose }: JobDrawerProps) {
  const job = trpc.dispatch.boardJob.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={job}
      title="Work Order Details"
      action={({ order }) => <StatusStep order={order} labels={{ start: 'Start Work', complete: 'Complete Work' }} />}
      footer={({ order }) => (
        <>
          <Button look="button-ghost" label={back} onPress={onClose} />
          <EditOrder order={order} />
          <InvoiceOrder order={order} invoiceId={order.invoiceId} />
          <OrderActions order={order} />
        </>
      )}
      onClose={onClose}
      loading="Loading the work order..."
      failed="The work order could not be loaded."
      missing={
        <EmptyState
          title="No such work order"
          text="It may have been removed, or the address was mistyped."
          action={back}
          onAction={onClose}
        />
      }
    >
      {(data) => <Details job={data} />}
    </RecordDrawer>
  );
}

function Details({ job }: { job: BoardJob }) {
  const { order } = job;
  const history = trpc.dispatch.history.useQuery({ id: order.id });
  const photos = history.data?.photos ?? [];
  return (
    <>
      <Order order={order} />
      <JobCrew job={job} />
      <Panel title="Client Information">
        <ClientInformation client={order.client} />
      </Panel>
      <Panel title="Job Components">
        <JobComponents components={order.jobComponents} isLocked={!OPEN_STATUSES.includes(order.status)} />
      </Panel>
      {photos.length > 0 && (
        <Panel title="Photos">
          <PhotoList photos={photos} />
        </Panel>
      )}
      <Panel title="Processing Timeline">
        <Timeline
          moments={[
            { name: 'Order Created', at: order.createdAt },
            { name: 'Work Started', at: order.processedDate },
            { name: 'Work Completed', at: order.completedDate },
            { name: 'Order Finalized', at: order.finalizedDate },
          ]}
        />
        {history.isError && <ErrorState text="The photos and the crew's log could not be loaded." onRetry={() => void history.refetch()} />}
        <FieldLog entries={history.data?.entries ?? []} />
      </Panel>
    </>
  );
}

type FieldLogProps = { entries: readonly { id: number; at: string; memberName: string; action: string; details: string | null }[] };

const FieldLog = ({ entries }: FieldLogProps) =>
  entries.length > 0 && (
    <div className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">From the field</h3>
      <ol className="grid gap-3">
        {entries.map(({ id, at, memberName, action, details }) => (
          <li key={id} className="min-w-0">
            <p className="[overflow-wrap:anywhere]">
              <span className="font-semibold">{action}</span> <span className="text-muted">by {memberName}</span>
            </p>
            <p className="text-muted text-sm">
              <time dateTime={at}>{formatTimestamp(at)}</time>
            </p>
            {details && <p className="whitespace-pre-wrap text-[15px] [overflow-wrap:anywhere]">{details}</p>}
          </li>
        ))}
      </ol>
    </div>
  );

const formatActualMinutes = ({ status, actualDuration }: WorkOrder): string | null => {
  if (actualDuration) return `${actualDuration} min`;
  return getPhase(status) === 'done' ? 'not recorded' : null;
};

function Order({ order }: { order: WorkOrder }) {
  return (
    <Panel title={<WorkOrderId id={order.workOrderId} />}>
      <div className="flex flex-wrap gap-2">
        <StatusChip status={order.status} />
        <PriorityChip priority={order.priority} isFull />
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
        <OverbookedChip {...order} />
        <ConfirmedChip {...order} />
        <DoNotServiceChip client={order.client} />
      </div>
      {order.planId !== null && <PlanOfJob id={order.planId} isDetached={order.detached} />}
      <Facts
        facts={[
          ['Client', order.client.name],
          ['Service', formatService(order.serviceType)],
          ['Scheduled', formatTimestamp(order.scheduledDate)],
          ['Assigned to', order.assignedTeamMember ?? 'Unassigned'],
          ['Estimated duration', formatPlannedMinutes(order)],
          ['Actual duration', formatActualMinutes(order)],
          ['Price', order.totalAmount === null ? null : formatPrice(order.totalAmount)],
          ['Cancelled because', order.cancelReason],
          ['Description', order.description],
          ['Notes', order.notes],
        ]}
      />
    </Panel>
  );
}

/** Names the plan of a job, and says whether the job still follows it. */
function PlanOfJob({ id, isDetached }: { id: number; isDetached: boolean }) {
  const plan = trpc.plans.get.useQuery({ id });
  return (
    <p className="rounded-small bg-sage-50 px-3 py-2">
      <ScreenLink to="/plans" search={{ plan: id }} look={TEXT_LINK} label={plan.data?.words ?? 'Part of a plan'} />
      {isDetached && <span className="block text-muted text-sm">Edited by hand, so changes of the plan leave this visit alone.</span>}
    </p>
  );
}

const ClientInformation = ({ client }: { client: WorkOrder['client'] }) => (
  <>
    <div>
      <p className="font-semibold [overflow-wrap:anywhere]">{client.name}</p>
      {client.doNotService && (
        <p className="my-1 rounded-small bg-red-100 px-3 py-2 font-medium text-red-600">
          Do not service: {client.doNotServiceReason ?? 'no reason given'}
        </p>
      )}
      <ContactLinks email={client.email} phone={client.phone} />
      <p className="[overflow-wrap:anywhere]">{client.address}</p>
    </div>
    <div className="flex flex-wrap gap-2">
      <ScreenLink to="/clients" search={{ client: client.id }} label="Client Profile" />
      <ViewOnMap address={client.address} />
      <GetDirections address={client.address} />
    </div>
  </>
);

type JobComponentsProps = { components: readonly JobComponent[]; isLocked: boolean };

function JobComponents({ components, isLocked }: JobComponentsProps) {
  if (components.length === 0) return <p className="text-muted">This work order has no job components.</p>;
  return (
    <ul className="grid divide-y divide-line">
      {components.map((component) => (
        <Component key={component.id} component={component} isLocked={isLocked} />
      ))}
    </ul>
  );
}

function Component({ component: row, isLocked }: { component: JobComponent; isLocked: boolean }) {
  const { id, component, description, estimatedTime, isCompleted } = row;
  const change = trpc.dispatch.setJobComponent.useMutation({
    meta: { failure: 'Failed to update component. Please try again.' },
    onSuccess: () => showToast({ title: 'Component Updated', description: 'Job component has been updated successfully.' }),
  });
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold [overflow-wrap:anywhere]">{component}</span>
          {estimatedTime !== null && <span className="text-muted text-sm tabular-nums">{estimatedTime} min</span>}
          {isCompleted && <Chip tone="good">Completed</Chip>}
        </p>
        {description && <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{description}</p>}
      </div>
      {!isLocked && (
        <CallButton
          look="button-ghost sm:min-w-36"
          label={isCompleted ? 'Mark Pending' : 'Mark Complete'}
          about={component}
          call={change}
          input={{ id, isCompleted: !isCompleted }}
        />
      )}
    </li>
  );
}
