import { useState } from 'react';
import type { Post } from '../../../shared/social-schemas';
import { withoutDoubleStops } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { MutationButton } from '../../ui/mutation-button';
import { formatTimestamp } from '../../ui/times';
import { cutContent, namePost } from './local-posts';
import { showNotPosted, showOutcome, useGoingOut } from './posting';

export function ApprovePost({ post, look }: { post: Post; look: string }) {
  const goingOut = useGoingOut();
  return (
    <MutationButton
      look={look}
      label="Approve"
      about={namePost(post.content)}
      procedure={trpc.social.approvePost}
      input={{ id: post.id }}
      failure="Failed to approve the draft. Please try again."
      done={({ status, scheduledFor }) => ({
        title: 'Draft Approved',
        description:
          status === 'scheduled' && scheduledFor
            ? goingOut(withoutDoubleStops(`It goes out ${formatTimestamp(scheduledFor)}.`))
            : 'Auto-Post Now may post it.',
      })}
    />
  );
}

type PostActionProps = { post: Post; onDone: () => void };

export function PublishPost({ post, onDone }: PostActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const publish = trpc.social.publishPost.useMutation({
    onSuccess: (outcome) => {
      showOutcome(outcome);
      if (outcome.success) onDone();
    },
    onError: showNotPosted,
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
  return (
    <MutationButton
      label="Cancel Post"
      procedure={trpc.social.cancelPost}
      input={{ id: post.id }}
      failure="Failed to cancel the post. Please try again."
      question={{ title: 'Cancel this post?', text: 'It will not be sent. You cannot undo this.', action: 'Cancel Post' }}
      done={{ title: 'Post Cancelled', description: cutContent(post.content) }}
      onDone={onDone}
    />
  );
}

type NotOnPageProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onConfirm: () => void };

export const NotOnPage = (props: NotOnPageProps) => (
  <ConfirmDialog
    {...props}
    title="Is it on the page already?"
    text="The result of the last attempt is unknown. Check your Facebook page first, so that the post does not appear twice."
    action="I looked, it is not on the page"
  />
);
