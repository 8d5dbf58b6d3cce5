import { UNDO_SECONDS, type WorkOrderStatus } from '../shared/dispatch';
import { formatWorkOrderId } from '../shared/work-order-id';
import { trpc } from './trpc';
import { showToast } from './ui/toast/toast-store';

/** Statuses whose stored word is not a word of a sentence. */
const STATUS_WORDS: Partial<Record<WorkOrderStatus, string>> = { 'in-progress': 'in progress', enroute: 'on the way', onsite: 'on site' };

/** Returns a function that reports a completed job in a toast, with "Undo" for as long as a mail to the client would wait. */
export function useCompletionToast() {
  const undo = trpc.dispatch.undoCompletion.useMutation({
    meta: { failure: 'This can no longer be undone.' },
    onSuccess: ({ workOrderId, status }) =>
      showToast({
        title: 'Undone',
        description: `${formatWorkOrderId(workOrderId)} is ${STATUS_WORDS[status] ?? status} again. No e-mail was sent.`,
      }),
  });
  return (jobId: number, toast: { title: string; description: string }) =>
    showToast({ ...toast, action: { label: 'Undo', run: () => undo.mutate({ id: jobId }) }, durationMs: UNDO_SECONDS * 1000 });
}
