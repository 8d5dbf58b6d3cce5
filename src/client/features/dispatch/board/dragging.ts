import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { PlanEntry } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';

export type DraggedJob = { order: WorkOrder; assignmentId?: PlanEntry['assignmentId']; memberId?: number };

const JOB = 'tidyline-job';

export const makeDraggable = (element: HTMLElement, job: DraggedJob): (() => void) =>
  draggable({ element, getInitialData: () => ({ [JOB]: job }) });

export const takeDrops = (element: HTMLElement, onDrop: (job: DraggedJob) => void, onOver: (isOver: boolean) => void): (() => void) =>
  dropTargetForElements({
    element,
    canDrop: ({ source }) => JOB in source.data,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      onDrop(source.data[JOB] as DraggedJob);
    },
  });
