import { STAFF_TRANSITIONS, UNDO_SECONDS, type WorkOrder } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { pressOnce } from '../../ui/press-once';
import { showToast } from '../../ui/toast/toast-store';

type StatusStepProps = { order: WorkOrder; labels: { start: string; complete: string } };

/** The button of the order's next step, where staff have one: start, then complete. */
export function StatusStep({ order, labels }: StatusStepProps) {
  const change = trpc.dispatch.setWorkOrderStatus.useMutation({
    meta: { failure: 'Failed to update status. Please try again.' },
    onSuccess: ({ status }) =>
      showToast({
        title: 'Status Updated',
        description: 'Work order status has been updated successfully.',
        ...(status === 'completed' && {
          action: { label: 'Undo', run: () => undo.mutate({ id: order.id }) },
          durationMs: UNDO_SECONDS * 1000,
        }),
      }),
  });
  const undo = trpc.dispatch.undoCompletion.useMutation({
    meta: { failure: 'This can no longer be undone.' },
    onSuccess: () => showToast({ title: 'Undone', description: `${order.workOrderId} is in progress again. Nobody was told.` }),
  });
  const next = STAFF_TRANSITIONS[order.status];
  const step = next.includes('in-progress')
    ? ({ status: 'in-progress', label: labels.start } as const)
    : next.includes('completed')
      ? ({ status: 'completed', label: labels.complete } as const)
      : undefined;
  if (!step) return null;
  return (
    <button
      type="button"
      className="button-dark"
      disabled={change.isPending}
      {...pressOnce(() => change.mutate({ id: order.id, status: step.status }))}
    >
      {change.isPending ? 'Saving...' : step.label}
      <span className="sr-only"> {order.workOrderId}</span>
    </button>
  );
}
