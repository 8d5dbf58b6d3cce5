import type { Post } from '../../../shared/social';
import { businessDay, businessInstant, businessTime, showDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';

/** Puts a post on another day, at the time of day that it has. */
export function useMovePost(): (post: Post, day: string) => void {
  const move = trpc.social.movePost.useMutation({
    meta: { failure: 'Failed to move the post. Please try again.' },
    onSuccess: ({ scheduledFor }) => showToast({ title: 'Post Moved', ...(scheduledFor && { description: showDateTime(scheduledFor) }) }),
  });
  return ({ id, scheduledFor }, day) => {
    if (scheduledFor === null || businessDay(scheduledFor) === day) return;
    const moved = businessInstant(day, businessTime(scheduledFor));
    if (Date.parse(moved) > Date.now()) move.mutate({ id, scheduledFor: moved });
    else showToast({ title: 'Post Not Moved', description: `${showDateTime(moved)} is over. Choose a time to come.`, kind: 'destructive' });
  };
}
