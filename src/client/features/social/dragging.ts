import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Post } from '../../../shared/social-schemas';

const POST = 'tidyline-post';

/** Lets an element be dragged as a post; returns the undo function. */
export const makeDraggable = (element: HTMLElement, post: Post): (() => void) =>
  draggable({ element, getInitialData: () => ({ [POST]: post }) });

/** Lets posts be dropped on an element; returns the undo function. */
export const takeDrops = (element: HTMLElement, onDrop: (post: Post) => void, onOver: (isOver: boolean) => void): (() => void) =>
  dropTargetForElements({
    element,
    canDrop: ({ source }) => POST in source.data,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      onDrop(source.data[POST] as Post);
    },
  });
