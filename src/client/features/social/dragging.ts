import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Post } from '../../../shared/social-schemas';

const POST = 'tidyline-post';

export const makeDraggable = (element: HTMLElement, post: Post): (() => void) =>
  draggable({ element, getInitialData: () => ({ [POST]: post }) });

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
