import type { ReactNode } from 'react';
import { PLATFORM_NAMES, POST_TYPE_NAMES } from '../../../shared/social';
import { isOpenPost, type Post } from '../../../shared/social-schemas';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { CopyText } from './post-actions';
import { PostEditor } from './post-editor';
import { PostChip } from './social-chips';

type PostDialogProps = { post: number | 'new'; onClose: () => void };

export function PostDialog({ post, onClose }: PostDialogProps) {
  const stored = trpc.social.getPost.useQuery({ id: post === 'new' ? 0 : post }, { enabled: post !== 'new' });
  const isOpen = post === 'new' || stored.data === undefined || isOpenPost(stored.data.status);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={post === 'new' ? 'New post' : isOpen ? 'Edit post' : 'Post'}
      text={isOpen ? 'An approved post with a time goes out by itself.' : 'This one can no longer be changed.'}
    >
      <Content post={post} stored={stored} onClose={onClose} />
    </Dialog>
  );
}

type ContentProps = PostDialogProps & { stored: { data?: Post | undefined; isError: boolean; refetch: () => Promise<unknown> } };

function Content({ post, stored, onClose }: ContentProps): ReactNode {
  if (post === 'new') return <PostEditor post={undefined} onClose={onClose} />;
  if (stored.isError) return <ErrorState text="The post could not be loaded." onRetry={() => void stored.refetch()} />;
  if (!stored.data) return <ListSkeleton label="Loading the post..." />;
  if (isOpenPost(stored.data.status)) return <PostEditor post={stored.data} onClose={onClose} />;
  return <PastPost post={stored.data} onClose={onClose} />;
}

const showCount = (count: number | null) => (count === null ? 'not available' : String(count));

function PastPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const { platform, type, content, status, postedAt, permalink, error, likes, comments, shares, reach } = post;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <PostChip status={status} />
        {postedAt && <time dateTime={postedAt}>{formatDateTime(postedAt)}</time>}
      </p>
      <p className="whitespace-pre-wrap rounded-small bg-sage-50 p-4 [overflow-wrap:anywhere]">{content}</p>
      {error && <p className="text-red-600 [overflow-wrap:anywhere]">{error}</p>}
      <Facts
        facts={[
          ['Platform', PLATFORM_NAMES[platform]],
          ['Post Type', POST_TYPE_NAMES[type]],
          ...(status === 'posted'
            ? ([
                ['Likes', showCount(likes)],
                ['Comments', showCount(comments)],
                ['Shares', showCount(shares)],
                ['Reach', showCount(reach)],
              ] as const)
            : []),
        ]}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {permalink && (
          <a href={permalink} target="_blank" rel="noopener noreferrer" className="button-ghost">
            See it there<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <CopyText text={content} />
        <Button look="button-dark" label="Close" onPress={onClose} />
      </div>
    </div>
  );
}
