import { UNDO_SECONDS, type WorkOrder } from '../../shared/dispatch';
import { askFirst } from '../../shared/errors';
import type { Ctx } from '../context';
import { finishWorkOrder } from './transitions';

const UNTICKED = 'No task is ticked off. Complete the job anyway and e-mail the client that the cleaning is done?';

/**
 * Completes an open job for the office, from the work order, the dispatch board or its booking; the mail to the client waits as long
 * as that can be undone. Call it inside the transaction of its cause. Throws CONFIRMATION_NEEDED if the job has components, none of
 * which is ticked off.
 */
export function completeWorkOrder(ctx: Ctx, order: WorkOrder, { confirm }: { confirm: boolean }): void {
  const parts = order.jobComponents;
  askFirst(confirm || parts.length === 0 || parts.some(({ isCompleted }) => isCompleted), UNTICKED);
  const at = ctx.now().toISOString();
  finishWorkOrder(ctx, order, { status: 'completed', at, isKnown: true, mailAfterSeconds: UNDO_SECONDS });
}
