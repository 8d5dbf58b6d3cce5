import { useState } from 'react';
import { type Post, TIME_TO_COME } from '../../../shared/social-schemas';
import { businessDay, businessInstant, businessTime, formatDateTime } from '../../../shared/time';
import { getNow, getToday } from '../../clock';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';

const tellNotMoved = (description: string) => showToast({ title: 'Post Not Moved', description, kind: 'destructive' });

/** Moves a post to another day at the same time of day; `isAsked` is true while the person has to check the page first. */
export function useMovePost() {
  const [asked, setAsked] = useState<{ id: number; scheduledFor: string }>();
  const { mutate } = trpc.social.movePost.useMutation({
    meta: { failure: 'Failed to move the post. Please try again.' },
    onSuccess: ({ scheduledFor }) => showToast({ title: 'Post Moved', ...(scheduledFor && { description: formatDateTime(scheduledFor) }) }),
  });
  const move = ({ id, scheduledFor, isUnknown }: Post, day: string) => {
    if (scheduledFor !== null && businessDay(scheduledFor) === day) return;
    if (day < getToday()) return tellNotMoved(TIME_TO_COME);
    if (scheduledFor === null) return tellNotMoved('It has no time of day yet. Press Edit or Move to choose one.');
    const moved = businessInstant(day, businessTime(scheduledFor));
    if (moved <= getNow()) tellNotMoved(`${formatDateTime(moved)} is over. ${TIME_TO_COME}`);
    else if (isUnknown) setAsked({ id, scheduledFor: moved });
    else mutate({ id, scheduledFor: moved });
  };
  return {
    move,
    isAsked: asked !== undefined,
    dismiss: () => setAsked(undefined),
    confirm: () => asked && mutate({ ...asked, confirm: true }),
  };
}
