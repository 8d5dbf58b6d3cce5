import { formatPlannedMinutes, formatService, type WorkOrder } from '../../../shared/dispatch';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { FactLines } from '../../ui/facts';
import { GetDirections } from '../../ui/outside-links';
import { formatTimestamp } from '../../ui/times';
import { WorkOrderId } from '../../ui/work-order-id';
import { InvoiceOrder } from './invoice-order';
import { StatusStep } from './status-step';
import { DoNotServiceChip, OutsideHoursChip, PriorityChip, StatusChip } from './work-order-chips';

/** `isToInvoice`: true in the list of finished jobs without an invoice, so that the next step is to create it. */
type WorkOrderCardProps = { order: WorkOrder; isToInvoice: boolean; onOpen: (id: number) => void };

export function WorkOrderCard({ order, isToInvoice, onOpen }: WorkOrderCardProps) {
  const { id, workOrderId, client, jobComponents } = order;
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-paper p-5">
      <div className="flex flex-wrap items-center gap-2">
        <StatusChip status={order.status} />
        <PriorityChip priority={order.priority} />
        <DoNotServiceChip client={client} />
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
      </div>
      <div className="min-w-0">
        <h3 className="font-bold text-lg [overflow-wrap:anywhere]">{client.name}</h3>
        <p className="mt-1 text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
          <WorkOrderId id={workOrderId} /> · {jobComponents.length} {jobComponents.length === 1 ? 'task' : 'tasks'}
        </p>
      </div>
      <FactLines
        facts={[
          ['Scheduled', formatTimestamp(order.scheduledDate)],
          ['Address', client.address],
          ['Service', formatService(order.serviceType)],
          ['Assigned to', order.assignedTeamMember ?? 'Unassigned'],
          ['Duration', formatPlannedMinutes(order)],
          ['Created', formatTimestamp(order.createdAt)],
          ['Started', order.processedDate && formatTimestamp(order.processedDate)],
          ['Completed', order.completedDate && formatTimestamp(order.completedDate)],
          ['Finalized', order.finalizedDate && formatTimestamp(order.finalizedDate)],
        ]}
      />
      <div className="mt-auto flex flex-wrap gap-2 *:max-sm:grow">
        <GetDirections address={client.address} label="Directions" />
        <button type="button" className="button-ghost" onClick={() => onOpen(id)}>
          Details<span className="sr-only"> of {formatWorkOrderId(workOrderId)}</span>
        </button>
        <StatusStep order={order} labels={{ start: 'Start', complete: 'Complete' }} />
        {isToInvoice && <InvoiceOrder order={order} invoiceId={null} about={formatWorkOrderId(workOrderId)} />}
      </div>
    </li>
  );
}
