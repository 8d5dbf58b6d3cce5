import { STAFF_TRANSITIONS, type WorkOrder } from '../../../shared/dispatch';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { useCompletionToast, useStartToast } from '../../completion-toast';
import { trpc } from '../../trpc';
import { CallButton } from '../../ui/mutation-button';

export const STATUS_UPDATED = { title: 'Status Updated', description: 'Work order status has been updated successfully.' };

type StatusStepProps = { order: WorkOrder; labels: { start: string; complete: string }; look?: string | undefined };

export function StatusStep({ order, labels, look = 'button-dark' }: StatusStepProps) {
  const showCompleted = useCompletionToast();
  const showStarted = useStartToast();
  const change = trpc.dispatch.setWorkOrderStatus.useMutation({
    meta: { failure: 'Failed to update status. Please try again.' },
    onSuccess: ({ id, status }) => (status === 'completed' ? showCompleted : showStarted)(id, STATUS_UPDATED),
  });
  const next = STAFF_TRANSITIONS[order.status];
  const step = next.includes('in-progress')
    ? ({ status: 'in-progress', label: labels.start } as const)
    : next.includes('completed')
      ? ({ status: 'completed', label: labels.complete } as const)
      : undefined;
  if (!step) return null;
  return (
    <CallButton
      look={look}
      label={step.label}
      about={formatWorkOrderId(order.workOrderId)}
      call={change}
      input={{ id: order.id, status: step.status }}
    />
  );
}
