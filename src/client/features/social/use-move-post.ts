import { type RefObject, useEffect, useRef, useState } from 'react';
import { isOpenPost, TIME_TO_COME } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { businessDay, businessInstant, businessTime } from '../../../shared/time';
import { getNow, getToday } from '../../clock';
import { trpc } from '../../trpc';
import { dragging } from '../../ui/dragging';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const showNotMoved = (description: string) => showToast({ title: 'Post Not Moved', description, kind: 'destructive' });

/** Moves a post to another day at the same time of day; `question` asks the person to check the page first. */
export function useMovePost() {
  const [asked, setAsked] = useState<{ id: number; scheduledFor: string }>();
  const { mutate } = trpc.social.movePost.useMutation({
    meta: { failure: 'Failed to move the post. Please try again.' },
    onSuccess: ({ scheduledFor }) =>
      showToast({ title: 'Post Moved', ...(scheduledFor && { description: formatTimestamp(scheduledFor) }) }),
  });
  const move = ({ id, scheduledFor, isUnknown }: Post, day: string) => {
    if (scheduledFor === null || businessDay(scheduledFor) === day) return;
    if (day < getToday()) return showNotMoved(TIME_TO_COME);
    const moved = businessInstant(day, businessTime(scheduledFor));
    if (moved <= getNow()) showNotMoved(`${formatTimestamp(moved)} is over. ${TIME_TO_COME}`);
    else if (isUnknown) setAsked({ id, scheduledFor: moved });
    else mutate({ id, scheduledFor: moved });
  };
  const question = {
    isOpen: asked !== undefined,
    onOpenChange: () => setAsked(undefined),
    onConfirm: () => asked && mutate({ ...asked, confirm: true }),
  };
  return { move, question };
}

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
