import { useNavigate } from '@tanstack/react-router';
import { UNDO_SECONDS } from '../shared/dispatch';
import type { Inquiry } from '../shared/quotes-schemas';
import { trpc } from './trpc';
import { formatNearTime } from './ui/times';
import { showToast } from './ui/toast/toast-store';

function describeStep({ status, workOrderDate }: Pick<Inquiry, 'status' | 'workOrderDate'>): string {
  if (status === 'completed') return 'Marked as completed.';
  if (status === 'pending') return 'Reset to pending.';
  return workOrderDate === null
    ? 'Confirmed. It has no address, so there is no job yet.'
    : `Confirmed. Job set for ${formatNearTime(workOrderDate)}`;
}

/** Sets up the change of a quote request's status, with a toast that opens its job and takes the step back. */
export function useQuoteStep() {
  const navigate = useNavigate();
  const undo = trpc.quotes.undoStatus.useMutation({
    meta: { failure: 'This can no longer be undone.' },
    onSuccess: ({ name, status }) => showToast({ title: 'Undone', description: `The request of ${name} is ${status} again.` }),
  });
  return trpc.quotes.setStatus.useMutation({
    meta: { failure: 'Failed to update status. Please try again.' },
    onSuccess: (inquiry) => {
      const { id, name, status, workOrderId } = inquiry;
      showToast({
        title: describeStep(inquiry),
        description: name,
        durationMs: UNDO_SECONDS * 1000,
        action: { label: 'Undo', run: () => undo.mutate({ id }) },
        ...(status === 'confirmed' &&
          workOrderId !== null && { onOpen: () => void navigate({ to: '/team', search: { order: workOrderId } }) }),
      });
    },
  });
}
