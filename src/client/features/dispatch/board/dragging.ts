import type { PlanEntry } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';
import { dragging } from '../../../ui/dragging';

/**
 * A job to give to a member. `assignmentId` is the assignment to move, if the crew has no free place; `memberId` is the member who has the
 * job already.
 */
export type DraggedJob = { order: WorkOrder; assignmentId?: PlanEntry['assignmentId']; memberId?: number };
export const { makeDraggable, takeDrops } = dragging<DraggedJob>('tidyline-job');
