import { type FormEvent, useState } from 'react';
import { AUTO_POST_NOT_CONFIGURED, type Post } from '../../../shared/social-schemas';
import { getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { justPosted, type LocalPost } from './local-posts';

const FAILED = 'Auto-Post Failed';
const tellFailed = (description: string) => showToast({ title: FAILED, description, kind: 'destructive' });

/** Publishes the oldest approved draft. Without one, asks whether to publish the newest proposal. */
export function AutoPost({ onPosted }: { onPosted: (post: LocalPost) => void }) {
  const [proposal, setProposal] = useState<Post>();
  const post = trpc.social.autoPost.useMutation({
    onSuccess: (answer) => {
      setProposal(undefined);
      if (answer.success) {
        if (answer.post) onPosted(justPosted(answer.post, new Date()));
        showToast({ title: 'Auto-Post Successful', description: 'The post is on the page.' });
      } else if (answer.needsConfirmation && answer.draft) setProposal(answer.draft);
      else tellFailed(answer.error ?? AUTO_POST_NOT_CONFIGURED);
    },
    onError: (error: unknown) => {
      if (getStatus(error) !== 401) tellFailed('Failed to auto-post content.');
    },
  });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!post.isPending) post.mutate({ confirm: true, draftId: proposal?.id });
  };
  return (
    <>
      <MutationButton look="button-primary" label="Auto-Post Now" busy="Posting..." call={post} input={{}} />
      <Dialog
        isOpen={proposal !== undefined}
        onOpenChange={() => setProposal(undefined)}
        title="Post this proposal?"
        text="No draft is approved. This is the newest one that was proposed; nobody has read it yet."
      >
        <form className="grid gap-4" onSubmit={confirm}>
          <blockquote className="whitespace-pre-wrap rounded-small bg-sage-50 p-4 [overflow-wrap:anywhere]">{proposal?.content}</blockquote>
          <DialogButtons onCancel={() => setProposal(undefined)} submit="Post It" busy="Posting..." isPending={post.isPending} />
        </form>
      </Dialog>
    </>
  );
}
