import { UNDO_SECONDS, type WorkOrderStatus } from '../shared/dispatch';
import { formatWorkOrderId } from '../shared/work-order-id';
import { trpc } from './trpc';
import { showToast } from './ui/toast/toast-store';

/** Words for the statuses whose stored code does not fit into a sentence. */
const STATUS_WORDS: Partial<Record<WorkOrderStatus, string>> = { 'in-progress': 'in progress', enroute: 'on the way', onsite: 'on site' };

type Words = { title: string; description: string };
type Way = { procedure: typeof trpc.dispatch.undoCompletion | typeof trpc.dispatch.undoStart; addition?: string };

/** Returns a function that reports a step of a job in a toast, with "Undo" for ten seconds. */
function useStepToast({ procedure, addition = '' }: Way) {
  const undo = procedure.useMutation({
    meta: { failure: 'This can no longer be undone.' },
    onSuccess: ({ workOrderId, status }) =>
      showToast({
        title: 'Undone',
        description: `${formatWorkOrderId(workOrderId)} is ${STATUS_WORDS[status] ?? status} again.${addition}`,
      }),
  });
  return (jobId: number, toast: Words) =>
    showToast({ ...toast, action: { label: 'Undo', run: () => undo.mutate({ id: jobId }) }, durationMs: UNDO_SECONDS * 1000 });
}

/** Returns a function that reports a started job. */
export const useStartToast = () => useStepToast({ procedure: trpc.dispatch.undoStart });

/** Returns a function that reports a completed job, which can be undone for as long as a mail to the client would wait. */
export const useCompletionToast = () => useStepToast({ procedure: trpc.dispatch.undoCompletion, addition: ' No e-mail was sent.' });
