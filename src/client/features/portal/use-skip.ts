import { formatDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';

const FAILURE = { failure: 'That could not be changed. Please try again.' };
const UNDO_MS = 10_000;

/**
 * Returns functions that leave out a visit of a plan and bring it back; a toast undoes the first. `date` is the visit's day by the plan's
 * rule, `on` the day on which it is held.
 */
export function useSkip() {
  const skip = trpc.portal.skipVisit.useMutation({ meta: FAILURE });
  const bringBack = trpc.portal.unskipVisit.useMutation({ meta: FAILURE });
  const isPending = skip.isPending || bringBack.isPending;
  const restore = (planId: number, date: string) =>
    bringBack.mutate(
      { planId, date },
      {
        onSuccess: ({ visits }) => {
          const on = visits.find((visit) => visit.date === date)?.on ?? date;
          showToast({ title: 'Visit is back', description: `We will come on ${formatDay(on)}.` });
        },
      },
    );
  const leaveOut = (planId: number, date: string, on: string) =>
    skip.mutate(
      { planId, date },
      {
        onSuccess: () =>
          showToast({
            title: 'Visit skipped',
            description: `Nobody comes for the visit of ${formatDay(on)}.`,
            action: { label: 'Undo', run: () => restore(planId, date) },
            durationMs: UNDO_MS,
          }),
      },
    );
  return {
    isPending,
    press: (planId: number, date: string, on: string) => !isPending && leaveOut(planId, date, on),
    bringBack: (planId: number, date: string) => !isPending && restore(planId, date),
  };
}
