import { type ReactNode, useId } from 'react';
import type { WorkOrder } from '../../../shared/dispatch';
import { showDateTime } from '../../../shared/time';
import type { CallError } from '../../call-link';
import { trpc } from '../../trpc';
import { PageTitle } from '../../ui/page-title';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { JobComponents } from './job-components';
import { GetDirections, ViewOnMap } from './map-links';
import { OrderActions } from './order-actions';
import { ProcessingTimeline } from './processing-timeline';
import { StatusStep } from './status-step';
import { OutsideHoursChip, PriorityChip, StatusChip } from './work-order-chips';

/** Everything about one order (back-office.md §2, "Work orders screen"). */
export function OrderDetails({ id, onBack }: { id: number; onBack: () => void }) {
  const order = trpc.dispatch.getWorkOrder.useQuery({ id });
  const isMissing = (order.error as CallError | null)?.data?.httpStatus === 404;
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <button type="button" className="button-ghost" onClick={onBack}>
          <span aria-hidden="true">←</span> Back to Dashboard
        </button>
        <PageTitle>Work Order Details</PageTitle>
      </header>
      {order.isPending && <ListSkeleton label="Loading the work order..." />}
      {isMissing && <EmptyState title="No such work order" text="It may have been removed, or the address was mistyped." />}
      {order.isError && !isMissing && <ErrorState text="The work order could not be loaded." onRetry={() => void order.refetch()} />}
      {order.data && <Details order={order.data} />}
    </>
  );
}

function Details({ order }: { order: WorkOrder }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <Order order={order} />
        <Card title="Job Components">
          <JobComponents components={order.jobComponents} isLocked={order.status === 'cancelled'} />
        </Card>
      </div>
      <div className="grid gap-5">
        <Card title="Client Information">
          <ClientInformation client={order.client} />
        </Card>
        <Card title="Processing Timeline">
          <ProcessingTimeline order={order} />
        </Card>
      </div>
    </div>
  );
}

function Order({ order }: { order: WorkOrder }) {
  const facts = [
    ['Client', order.client.name],
    ['Service', order.serviceType.charAt(0).toUpperCase() + order.serviceType.slice(1)],
    ['Scheduled', showDateTime(order.scheduledDate)],
    ['Assigned to', order.assignedTeamMember ?? 'Unassigned'],
    ['Estimated duration', order.estimatedDuration === null ? 'TBD' : `${order.estimatedDuration} min`],
    ['Actual duration', order.actualDuration === null ? null : `${order.actualDuration} min`],
    ['Amount', order.totalAmount === null ? null : `$${order.totalAmount}`],
    ['Cancelled because', order.cancelReason],
    ['Description', order.description],
    ['Notes', order.notes],
  ] as const;
  return (
    <Card title={order.workOrderId}>
      <div className="flex flex-wrap gap-2">
        <StatusChip status={order.status} />
        <PriorityChip priority={order.priority} isFull />
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="min-w-0">
                <dt className="text-muted text-sm">{name}</dt>
                <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <StatusStep order={order} labels={{ start: 'Start Work', complete: 'Complete Work' }} />
        <OrderActions order={order} />
      </div>
    </Card>
  );
}

const CONTACT_LINK = 'inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere]';

const ClientInformation = ({ client }: { client: WorkOrder['client'] }) => (
  <>
    <div>
      <p className="font-semibold [overflow-wrap:anywhere]">{client.name}</p>
      <p>
        <a className={CONTACT_LINK} href={`mailto:${client.email}`}>
          {client.email}
        </a>
      </p>
      {client.phone && (
        <p>
          <a className={CONTACT_LINK} href={`tel:${client.phone.replace(/[^\d+]/g, '')}`}>
            {client.phone}
          </a>
        </p>
      )}
      <p className="[overflow-wrap:anywhere]">{client.address}</p>
    </div>
    <div className="flex flex-wrap gap-2">
      <ViewOnMap address={client.address} />
      <GetDirections address={client.address} />
    </div>
  </>
);

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-card border border-line bg-paper p-5">
      <h2 id={id} className="font-bold text-lg [overflow-wrap:anywhere]">
        {title}
      </h2>
      {children}
    </section>
  );
}
