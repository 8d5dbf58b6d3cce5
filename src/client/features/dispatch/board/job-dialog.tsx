import type { PlanEntry } from '../../../../shared/assignments';
import { formatPlannedMinutes, formatService, getPhase } from '../../../../shared/dispatch';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { Button, ScreenLink } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Facts } from '../../../ui/facts';
import { formatTimestamp } from '../../../ui/times';
import { PriorityChip, StatusChip } from '../work-order-chips';
import type { AssignRequest } from './assign-dialog';

type JobDialogProps = { entry: PlanEntry; onClose: () => void; onMove: (request: AssignRequest) => void };

export function JobDialog({ entry: { order, assignmentId, assignmentStatus }, onClose, onMove }: JobDialogProps) {
  const isMovable = assignmentId !== null && getPhase(order.status) === 'planned';
  return (
    <Dialog isOpen onOpenChange={onClose} title={order.client.name} text={formatWorkOrderId(order.workOrderId)}>
      <div className="flex flex-wrap gap-2">
        <StatusChip status={order.status} />
        <PriorityChip priority={order.priority} isFull />
      </div>
      <Facts
        facts={[
          ['Scheduled', formatTimestamp(order.scheduledDate)],
          ['Duration', formatPlannedMinutes(order)],
          ['Address', order.client.address],
          ['Service', formatService(order.serviceType)],
          ['Assigned to', order.assignedTeamMember],
          ['Assignment', assignmentStatus],
        ]}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <ScreenLink to="/team" search={{ order: order.id }} label="Details" />
        {isMovable && (
          <Button look="button-primary" label="Move to Another Member" onPress={() => onMove({ orders: [order], assignmentId })} />
        )}
      </div>
    </Dialog>
  );
}
