import type { PlanEntry } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';
import { dragging } from '../../../ui/dragging';

export type DraggedJob = { order: WorkOrder; assignmentId?: PlanEntry['assignmentId']; memberId?: number };
export const { makeDraggable, takeDrops } = dragging<DraggedJob>('tidyline-job');
