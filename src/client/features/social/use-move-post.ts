import { useState } from 'react';
import type { Post } from '../../../shared/social';
import { businessDay, businessInstant, businessTime, showDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';

/** Puts a post on another day, at the time of day that it has; `isAsked` while a move waits for a look at the page. */
export function useMovePost() {
  const [asked, setAsked] = useState<{ id: number; scheduledFor: string }>();
  const { mutate } = trpc.social.movePost.useMutation({
    meta: { failure: 'Failed to move the post. Please try again.' },
    onSuccess: ({ scheduledFor }) => showToast({ title: 'Post Moved', ...(scheduledFor && { description: showDateTime(scheduledFor) }) }),
  });
  const move = ({ id, scheduledFor, isUnknown }: Post, day: string) => {
    if (scheduledFor === null || businessDay(scheduledFor) === day) return;
    const moved = businessInstant(day, businessTime(scheduledFor));
    if (Date.parse(moved) <= Date.now())
      showToast({ title: 'Post Not Moved', description: `${showDateTime(moved)} is over. Choose a time to come.`, kind: 'destructive' });
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
