import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { OPEN_STATUSES, type WorkOrder } from '../../../../shared/dispatch';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { getStatus } from '../../../call-error';
import { trpc } from '../../../trpc';
import { showToast } from '../../../ui/toast/toast-store';
import { AssignDialog } from './assign-dialog';

function reasonNotToAssign({ workOrderId, status, assignedTeamMember, crewSize, crewCount }: WorkOrder): string | null {
  if (!OPEN_STATUSES.includes(status)) return `${formatWorkOrderId(workOrderId)} is ${status}. Only open jobs can be assigned.`;
  if (crewCount < crewSize) return null;
  if (crewSize > 1) return `${formatWorkOrderId(workOrderId)} has its full crew of ${crewSize}.`;
  return `${formatWorkOrderId(workOrderId)} is already assigned to ${assignedTeamMember}.`;
}

const LINK_MS = 10_000;

export function AssignOrder({ id, onClose }: { id: number; onClose: () => void }) {
  const [order, setOrder] = useState<WorkOrder | undefined>();
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const refuse = useEffectEvent((description: string, job?: WorkOrder) => {
    onClose();
    const open = () => void navigate({ to: '/team', search: { order: id } });
    showToast({
      title: 'Not Assigned',
      description,
      kind: 'destructive',
      ...(job && { action: { label: 'Open job', run: open }, durationMs: LINK_MS }),
    });
  });
  const find = useEffectEvent(() => utils.dispatch.getWorkOrder.fetch({ id }, { staleTime: 0 }));

  // Asks the server once. A query would be read again after the assignment, and find the order assigned.
  useEffect(() => {
    let isOver = false;
    const show = (found: WorkOrder) => {
      const reason = reasonNotToAssign(found);
      if (reason === null) setOrder(found);
      else refuse(reason, found);
    };
    const fail = (error: unknown) =>
      refuse(getStatus(error) === 404 ? 'This work order does not exist.' : 'The work order could not be loaded.');
    void find().then(
      (found) => isOver || show(found),
      (error: unknown) => isOver || fail(error),
    );
    return () => {
      isOver = true;
    };
  }, []);

  return order && <AssignDialog request={{ orders: [order] }} onClose={onClose} />;
}
