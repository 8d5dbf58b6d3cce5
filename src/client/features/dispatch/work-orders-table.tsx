import { type ReactNode, useState } from 'react';
import { formatPlannedMinutes, formatService, OPEN_STATUSES, type WORK_ORDER_ORDERS, type WorkOrder } from '../../../shared/dispatch';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { besideList } from '../../ui/beside-list';
import { Button, ScreenLink } from '../../ui/button';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import { GetDirections } from '../../ui/outside-links';
import type { PagedQuery } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';
import { WorkOrderId } from '../../ui/work-order-id';
import { AssignDialog } from './board/assign-dialog';
import { InvoiceOrder } from './invoice-order';
import { StatusStep } from './status-step';
import type { TeamSearch } from './team-search';
import { ConfirmedChip, DoNotServiceChip, OutsideHoursChip, OverbookedChip, PlanMark, PriorityChip, StatusChip } from './work-order-chips';

const Tasks = ({ order }: { order: WorkOrder }) => (
  <>
    <WorkOrderId id={order.workOrderId} /> · {order.jobComponents.length} {order.jobComponents.length === 1 ? 'task' : 'tasks'}{' '}
    <PlanMark order={order} />
  </>
);

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{formatTimestamp(at)}</time>;

/** Shows when an order was created, then its later steps, the newest first. The cell shows two lines of them. */
function Progress({ order: { createdAt, processedDate, completedDate, finalizedDate } }: { order: WorkOrder }) {
  const steps = [
    ['Finalized', finalizedDate],
    ['Completed', completedDate],
    ['Started', processedDate],
  ] as const;
  return (
    <>
      <span className="block truncate">
        Created <Instant at={createdAt} />
      </span>
      {steps.map(
        ([name, at]) =>
          at && (
            <span key={name} className="block truncate text-muted">
              {name} <Instant at={at} />
            </span>
          ),
      )}
    </>
  );
}

/** Formats the time and the crew of a job: "120 min · 2 of 3". */
const formatNeeds = (order: WorkOrder): string =>
  order.crewSize > 1 ? `${formatPlannedMinutes(order)} · ${order.crewCount} of ${order.crewSize}` : formatPlannedMinutes(order);

const COLUMNS: readonly Column<WorkOrder, (typeof WORK_ORDER_ORDERS)[number]>[] = [
  {
    key: 'client',
    head: 'Client',
    sort: 'client',
    cell: (order) => <TwoLines first={order.client.name} second={<Tasks order={order} />} />,
  },
  {
    key: 'scheduled',
    head: 'Scheduled',
    sort: 'scheduled',
    width: 'w-46',
    cell: ({ scheduledDate, serviceType }) => <TwoLines first={<Instant at={scheduledDate} />} second={formatService(serviceType)} />,
  },
  { key: 'address', head: 'Address', from: 'xl', isOptional: true, cell: ({ client }) => client.address },
  {
    key: 'member',
    head: 'Assigned to',
    from: 'lg',
    isOptional: true,
    width: 'w-36',
    cell: (order) => <TwoLines first={order.assignedTeamMember ?? 'Unassigned'} second={formatNeeds(order)} />,
  },
  { key: 'progress', head: 'Progress', from: '2xl', isOptional: true, width: 'w-56', cell: (order) => <Progress order={order} /> },
  {
    key: 'status',
    head: 'Status',
    sort: 'status',
    width: 'w-48',
    cell: (order) => (
      <span className="flex flex-wrap gap-1">
        <StatusChip status={order.status} />
        <PriorityChip priority={order.priority} />
        <OverbookedChip {...order} />
        <ConfirmedChip {...order} />
        <DoNotServiceChip client={order.client} />
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
      </span>
    ),
  },
];

const toLink = ({ id }: WorkOrder) => besideList({ order: id });

type NextStepProps = { order: WorkOrder; isToInvoice: boolean; look?: string };
const NextStep = ({ order, isToInvoice, look }: NextStepProps) =>
  isToInvoice ? (
    <InvoiceOrder order={order} invoiceId={null} about={formatWorkOrderId(order.workOrderId)} look={look} />
  ) : (
    <StatusStep order={order} labels={{ start: 'Start', complete: 'Complete' }} look={look} />
  );

const isFree = ({ status, assignedTeamMember }: WorkOrder) => OPEN_STATUSES.includes(status) && assignedTeamMember === null;

/** `isToInvoice`: true in the list of finished jobs without an invoice, so that the next step is to create it. */
type WorkOrdersTableProps = {
  list: PagedQuery<WorkOrder>;
  sort: TeamSearch['sort'];
  onSort: (sort: TeamSearch['sort']) => void;
  isToInvoice: boolean;
  empty: ReactNode;
};

export function WorkOrdersTable({ isToInvoice, ...table }: WorkOrdersTableProps) {
  // Kept apart from the selection, because the report about these orders is shown when they are no longer free.
  const [assigning, setAssigning] = useState<{ orders: readonly WorkOrder[]; clear: () => void }>();
  const close = () => {
    assigning?.clear();
    setAssigning(undefined);
  };
  return (
    <>
      <DataTable
        {...table}
        name="workOrders"
        title="Work Orders"
        columns={COLUMNS}
        about={({ workOrderId }) => formatWorkOrderId(workOrderId)}
        open={toLink}
        select={{
          table: 'work_orders',
          bulk: (selected, clear) => {
            const orders = selected.filter(isFree);
            return orders.length > 0 && <Button label="Assign" onPress={() => setAssigning({ orders, clear })} />;
          },
        }}
        action={(order) => <NextStep order={order} isToInvoice={isToInvoice} look={ROW_ACTION} />}
        menu={(order) => (
          <>
            <ScreenLink {...toLink(order)} label="Details" about={formatWorkOrderId(order.workOrderId)} />
            <GetDirections address={order.client.address} label="Directions" />
            <StatusStep order={order} labels={{ start: 'Start', complete: 'Complete' }} />
            {isToInvoice && <InvoiceOrder order={order} invoiceId={null} about={formatWorkOrderId(order.workOrderId)} />}
          </>
        )}
        phone={(order) => [
          [order.client.name, <StatusChip key="status" status={order.status} />],
          [<Tasks key="tasks" order={order} />, <Instant key="date" at={order.scheduledDate} />],
        ]}
        loading="Loading team dashboard..."
        failed="The work orders could not be loaded."
      />
      {assigning && <AssignDialog request={{ orders: assigning.orders }} onClose={close} />}
    </>
  );
}
