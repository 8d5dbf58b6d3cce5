import { useState } from 'react';
import { isOpenPost, PLATFORM_NAMES, POST_TYPE_NAMES } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DIALOG_FOOTER } from '../../ui/dialog-buttons';
import { Facts } from '../../ui/facts';
import { SaveForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Loaded } from '../../ui/loaded';
import { NewTabLink } from '../../ui/outside-links';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { ApprovePost, CancelPost, NotOnPage, PublishPost } from './post-actions';
import {
  CopyText,
  EMPTY_POST,
  PostFields,
  type PostForm,
  type PostOutput,
  readInstant,
  TimeField,
  toFormValues,
  usePostForm,
} from './post-fields';
import { useGoingOut } from './posting';
import { formatFigure, PostChip, PostError } from './social-chips';

export function PostDialog({ post, onClose }: { post: number | 'new'; onClose: () => void }) {
  const isNew = post === 'new';
  const stored = trpc.social.getPost.useQuery({ id: isNew ? 0 : post }, { enabled: !isNew });
  const goingOut = useGoingOut();
  const isOpen = stored.data === undefined || isOpenPost(stored.data.status);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isNew ? 'New post' : isOpen ? 'Edit post' : 'Post'}
      text={isOpen ? goingOut('An approved post with a time goes out by itself.') : 'This one can no longer be changed.'}
    >
      {isNew ? (
        <PostEditor post={undefined} onClose={onClose} />
      ) : (
        <Loaded query={stored} loading="Loading the post..." failed="The post could not be loaded.">
          {(found) => (isOpen ? <PostEditor post={found} onClose={onClose} /> : <PastPost post={found} onClose={onClose} />)}
        </Loaded>
      )}
    </Dialog>
  );
}

function PastPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const { platform, type, content, status, postedAt, permalink, error, likes, comments, shares, reach } = post;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <PostChip status={status} />
        {postedAt && <time dateTime={postedAt}>{formatTimestamp(postedAt)}</time>}
      </p>
      <p className="whitespace-pre-wrap rounded-small bg-sage-50 p-4 [overflow-wrap:anywhere]">{content}</p>
      {error && <p className="text-red-600 [overflow-wrap:anywhere]">{error}</p>}
      <Facts
        facts={[
          ['Platform', PLATFORM_NAMES[platform]],
          ['Post Type', POST_TYPE_NAMES[type]],
          ...(status === 'posted'
            ? ([
                ['Likes', formatFigure(likes)],
                ['Comments', formatFigure(comments)],
                ['Shares', formatFigure(shares)],
                ['Reach', formatFigure(reach)],
              ] as const)
            : []),
        ]}
      />
      <div data-dialog-footer className={DIALOG_FOOTER}>
        {permalink && <NewTabLink href={permalink} label="See it there" />}
        <CopyText text={content} />
        <Button look="button-dark" label="Close" onPress={onClose} />
      </div>
    </div>
  );
}

function PostEditor({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const form = usePostForm(post ? toFormValues(post) : EMPTY_POST);
  const { call, question } = useSave(post, form, onClose);
  const goingOut = useGoingOut();
  return (
    <div className="grid gap-5">
      {post && <Standing post={post} />}
      <SaveForm form={form} call={call} input={(values) => values} onCancel={onClose} cancel="Close" submit={post ? 'Save' : 'Save Post'}>
        <PostFields form={form} rows={5} />
        <TimeField
          form={form}
          hint={
            isUnapproved(post)
              ? `On the company's clock. ${goingOut('It goes out then once it is approved.')}`
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
    {post.evidence.length > 0 && <p className="text-muted text-sm">Based on: {post.evidence.join('; ')}</p>}
  </div>
);

const Actions = ({ post, isChanged, onClose }: { post: Post; isChanged: boolean; onClose: () => void }) => (
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

/** Stores a new post or the changed fields of a stored one. Asks first if a post that may be on the page gets a new time. */
function useSave(post: Post | undefined, form: PostForm, onDone: () => void) {
  const [asked, setAsked] = useState<PostOutput>();
  const goingOut = useGoingOut();
  const confirmSaved = ({ scheduledFor, status }: Post) => {
    onDone();
    const isPlanned = status === 'scheduled' && scheduledFor !== null;
    if (isPlanned) showToast({ title: 'Post Scheduled', description: formatTimestamp(scheduledFor) });
    else
      showToast({
        title: 'Draft Saved',
        ...(scheduledFor !== null && { description: goingOut('It goes out at its time once it is approved.') }),
      });
  };
  const options = {
    meta: { failure: 'Failed to save the post. Please try again.' },
    onSuccess: confirmSaved,
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
