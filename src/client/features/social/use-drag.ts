import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOpenPost, type Post } from '../../../shared/social';
import { makeDraggable, takeDrops } from './dragging';

/** Lets a post be dragged to another day, as long as it may be moved. */
export function useDraggablePost<Element extends HTMLElement>(post: Post): RefObject<Element | null> {
  const block = useRef<Element>(null);
  const isMovable = isOpenPost(post.status);
  // Ties the post to the browser's drag and drop.
  useEffect(() => (block.current && isMovable ? makeDraggable(block.current, post) : undefined), [post, isMovable]);
  return block;
}

/** Lets posts be dropped on a day; `isOver` while one is held above it. */
export function useDropDay<Element extends HTMLElement>(
  onDrop: (post: Post) => void,
): { cell: RefObject<Element | null>; isOver: boolean } {
  const cell = useRef<Element>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  // Keeps what a drop does up to date without tying the day anew.
  useEffect(() => {
    drop.current = onDrop;
  });
  // Ties the day to the browser's drag and drop.
  useEffect(() => (cell.current ? takeDrops(cell.current, (post) => drop.current(post), setIsOver) : undefined), []);
  return { cell, isOver };
}
