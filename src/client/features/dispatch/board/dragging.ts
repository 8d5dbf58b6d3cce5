import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { PlanEntry } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';

/** Job that is dragged, with its assignment and member if it has one. */
export type DraggedJob = { order: WorkOrder; assignmentId?: PlanEntry['assignmentId']; memberId?: number };

const JOB = 'tidyline-job';

/** Makes an element draggable as a job. Returns a function that undoes it. */
export const makeDraggable = (element: HTMLElement, job: DraggedJob): (() => void) =>
  draggable({ element, getInitialData: () => ({ [JOB]: job }) });

/** Lets jobs be dropped on an element. Returns a function that undoes it. */
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
