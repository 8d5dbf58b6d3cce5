import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** Returns functions that let an element be dragged with an item of one kind, and accept dropped items. Both return how to stop it. */
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
