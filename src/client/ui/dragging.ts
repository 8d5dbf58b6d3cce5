import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** Returns how to drag the items of one kind, and how to take them where they are dropped. Both functions return how to undo it. */
export const dragging = <Item>(kind: string) => ({
  makeDraggable: (element: HTMLElement, item: Item): (() => void) => draggable({ element, getInitialData: () => ({ [kind]: item }) }),
  takeDrops: (element: HTMLElement, onDrop: (item: Item) => void, onOver: (isOver: boolean) => void): (() => void) =>
    dropTargetForElements({
      element,
      canDrop: ({ source }) => kind in source.data,
      onDragEnter: () => onOver(true),
      onDragLeave: () => onOver(false),
      onDrop: ({ source }) => {
        onOver(false);
        onDrop(source.data[kind] as Item);
      },
    }),
});
