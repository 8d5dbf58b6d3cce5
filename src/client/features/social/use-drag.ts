import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOpenPost, type Post } from '../../../shared/social-schemas';
import { dragging } from '../../ui/dragging';

const { makeDraggable, takeDrops } = dragging<Post>('tidyline-post');

export function useDraggablePost<Element extends HTMLElement>(post: Post): RefObject<Element | null> {
  const block = useRef<Element>(null);
  const isMovable = isOpenPost(post.status);
  // Connects the post to the browser's drag and drop.
  useEffect(() => (block.current && isMovable ? makeDraggable(block.current, post) : undefined), [post, isMovable]);
  return block;
}

export function useDropDay<Element extends HTMLElement>(
  onDrop: (post: Post) => void,
): { cell: RefObject<Element | null>; isOver: boolean } {
  const cell = useRef<Element>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  // Keeps the drop handler current without connecting the day again.
  useEffect(() => {
    drop.current = onDrop;
  });
  // Connects the day to the browser's drag and drop.
  useEffect(() => (cell.current ? takeDrops(cell.current, (post) => drop.current(post), setIsOver) : undefined), []);
  return { cell, isOver };
}
