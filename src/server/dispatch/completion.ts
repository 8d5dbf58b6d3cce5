import { UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { askFirst } from '../../shared/errors';
import type { Ctx } from '../context';
import { canSendJobDone } from '../mail/messages/job';
import { finishWorkOrder } from './transitions';

/** Asks before the office completes a job despite an obstacle, which is a sentence. Throws CONFIRMATION_NEEDED. */
export function askToComplete(ctx: Ctx, order: WorkOrder, { confirm, obstacle }: { confirm: boolean; obstacle: string }): void {
  const mail = canSendJobDone(ctx, order) ? ' and e-mail the client that the cleaning is done' : '';
  askFirst(confirm, `${obstacle} Complete the job anyway${mail}?`);
}

/**
 * Completes an open job for the office, from the work order, the dispatch board or its booking; the mail to the client waits until the
 * office can no longer undo it. Call it inside a transaction. Throws CONFIRMATION_NEEDED if the job has components and all are open.
 */
export function completeWorkOrder(ctx: Ctx, order: WorkOrder, { confirm }: { confirm: boolean }): void {
  const parts = order.jobComponents;
  if (parts.length > 0 && !parts.some(({ isCompleted }) => isCompleted))
    askToComplete(ctx, order, { confirm, obstacle: 'No task is ticked off.' });
  const at = ctx.now().toISOString();
  finishWorkOrder(ctx, order, { status: 'completed', at, isKnown: true, mailAfterSeconds: UNDO_SECONDS });
}
