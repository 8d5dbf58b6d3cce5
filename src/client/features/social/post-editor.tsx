import { useState } from 'react';
import type { Post } from '../../../shared/social-schemas';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { SaveForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';
import { ApprovePost, CancelPost, NotOnPage, PublishPost } from './post-actions';
import { PostFields } from './post-fields';
import { EMPTY_POST, type PostForm, type PostOutput, readInstant, toFormValues, usePostForm } from './post-form';
import { PostChip, PostError } from './social-chips';
import { TimeField } from './time-field';

type PostEditorProps = { post: Post | undefined; onClose: () => void };

export function PostEditor({ post, onClose }: PostEditorProps) {
  const form = usePostForm(post ? toFormValues(post) : EMPTY_POST);
  const { call, question } = useSave(post, form, onClose);
  return (
    <div className="grid gap-5">
      {post && <Standing post={post} />}
      <SaveForm form={form} call={call} input={(values) => values} onCancel={onClose} cancel="Close" submit={post ? 'Save' : 'Save Post'}>
        <PostFields form={form} rows={5} />
        <TimeField
          form={form}
          hint={
            isUnapproved(post)
              ? "On the company's clock. It goes out then once it is approved."
              : "On the company's clock. Empty for a draft."
          }
        />
      </SaveForm>
      <NotOnPage {...question} />
      {post && <Actions post={post} isChanged={form.formState.isDirty} onClose={onClose} />}
    </div>
  );
}

const isUnapproved = (post: Post | undefined) => post?.status === 'draft' && !post.isApproved;

const Standing = ({ post }: { post: Post }) => (
  <div className="grid justify-items-start gap-2">
    <PostChip status={post.status} isApproved={post.isApproved} />
    <PostError post={post} />
    {post.evidence.length > 0 && <p className="text-muted text-sm">It rests on: {post.evidence.join('; ')}</p>}
  </div>
);

function Actions({ post, isChanged, onClose }: { post: Post; isChanged: boolean; onClose: () => void }) {
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {isChanged ? (
        <p className="text-muted text-sm">Save the changes before you approve, post or cancel it.</p>
      ) : (
        <div className="flex flex-wrap gap-2 *:max-sm:grow">
          <PublishPost post={post} onDone={onClose} />
          {isUnapproved(post) && <ApprovePost post={post} look="button-ghost" />}
          <CancelPost post={post} onDone={onClose} />
        </div>
      )}
    </div>
  );
}

/** Stores a new post or the changed fields of a stored one. Asks first if a post that may be on the page gets a new time. */
function useSave(post: Post | undefined, form: PostForm, onDone: () => void) {
  const [asked, setAsked] = useState<PostOutput>();
  const tellSaved = ({ scheduledFor, status }: Post) => {
    onDone();
    const isPlanned = status === 'scheduled' && scheduledFor !== null;
    if (isPlanned) showToast({ title: 'Post Scheduled', description: formatDateTime(scheduledFor) });
    else showToast({ title: 'Draft Saved', ...(scheduledFor !== null && { description: 'It goes out at its time once it is approved.' }) });
  };
  const options = {
    meta: { failure: 'Failed to save the post. Please try again.' },
    onSuccess: tellSaved,
    onError: (error: unknown) => showIssues(form, error),
  };
  const create = trpc.social.createPost.useMutation(options);
  const update = trpc.social.updatePost.useMutation(options);
  const send = (values: PostOutput, confirm: boolean) => {
    const { platform, type, content } = values;
    // A time that was not edited is not sent: it may be past.
    const isSameTime = post !== undefined && toFormValues(post).scheduledFor === values.scheduledFor;
    if (post?.isUnknown && !isSameTime && !confirm) return setAsked(values);
    const time = isSameTime ? {} : { scheduledFor: readInstant(values), ...(confirm && { confirm }) };
    if (post) update.mutate({ id: post.id, platform, type, content, ...time });
    else create.mutate({ platform, type, content, ...time });
  };
  const question = { isOpen: asked !== undefined, onOpenChange: () => setAsked(undefined), onConfirm: () => asked && send(asked, true) };
  return { call: { isPending: create.isPending || update.isPending, mutate: (values: PostOutput) => send(values, false) }, question };
}
