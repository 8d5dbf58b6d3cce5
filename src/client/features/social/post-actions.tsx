import { useState } from 'react';
import type { Post } from '../../../shared/social-schemas';
import { withoutDoubleStops } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { CallButton, ConfirmButton } from '../../ui/mutation-button';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { cutContent, namePost } from './local-posts';
import { tellNotPosted, tellOutcome, useGoingOut } from './posting';

export function ApprovePost({ post, look }: { post: Post; look: string }) {
  const goingOut = useGoingOut();
  const approve = trpc.social.approvePost.useMutation({
    meta: { failure: 'Failed to approve the draft. Please try again.' },
    onSuccess: ({ status, scheduledFor }) =>
      showToast({
        title: 'Draft Approved',
        description:
          status === 'scheduled' && scheduledFor
            ? goingOut(withoutDoubleStops(`It goes out ${formatTimestamp(scheduledFor)}.`))
            : 'Auto-Post Now may post it.',
      }),
  });
  return <CallButton look={look} label="Approve" about={namePost(post.content)} call={approve} input={{ id: post.id }} />;
}

type PostActionProps = { post: Post; onDone: () => void };

export function PublishPost({ post, onDone }: PostActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const publish = trpc.social.publishPost.useMutation({
    onSuccess: (outcome) => {
      tellOutcome(outcome);
      if (outcome.success) onDone();
    },
    onError: tellNotPosted,
  });
  return (
    <>
      <ActionButton
        look="button-dark"
        label="Post Now"
        busy="Posting..."
        isPending={publish.isPending}
        onPress={() => (post.isUnknown ? setIsAsked(true) : publish.mutate({ id: post.id }))}
      />
      <NotOnPage isOpen={isAsked} onOpenChange={setIsAsked} onConfirm={() => publish.mutate({ id: post.id, confirm: true })} />
    </>
  );
}

export function CancelPost({ post, onDone }: PostActionProps) {
  const cancel = trpc.social.cancelPost.useMutation({
    meta: { failure: 'Failed to cancel the post. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Post Cancelled', description: cutContent(post.content) });
    },
  });
  return (
    <ConfirmButton
      label="Cancel Post"
      call={cancel}
      input={{ id: post.id }}
      title="Cancel this post?"
      text="It will not go out, and it cannot be brought back."
      action="Cancel Post"
    />
  );
}

type NotOnPageProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onConfirm: () => void };

export const NotOnPage = (props: NotOnPageProps) => (
  <ConfirmDialog
    {...props}
    title="Is it on the page already?"
    text="Nobody knows what came of the last attempt. Look at the page first, so that the post does not appear twice."
    action="I looked, it is not on the page"
  />
);
