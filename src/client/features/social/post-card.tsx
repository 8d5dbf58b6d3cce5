import { clsx } from 'clsx';
import { isOpenPost, PLATFORM_NAMES, POST_TYPE_NAMES } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { Button } from '../../ui/button';
import { formatTime, formatTimestamp } from '../../ui/times';
import { namePost } from './local-posts';
import { ApprovePost } from './post-actions';
import { getPostTime } from './schedule-days';
import { PostChip, PostError } from './social-chips';
import { useDraggablePost } from './use-move-post';

export function PostCard({ post, onOpen, isOfDay = false }: { post: Post; onOpen: (id: number) => void; isOfDay?: boolean }) {
  const { id, platform, type, content, status, isApproved } = post;
  const at = getPostTime(post);
  const block = useDraggablePost<HTMLLIElement>(post);
  return (
    <li
      ref={block}
      className={clsx(
        'grid gap-x-5 gap-y-2 py-3 first:pt-1.5 last:pb-1.5',
        isOfDay && 'lg:grid-cols-[minmax(0,1fr)_auto]',
        isOpenPost(status) && 'lg:cursor-grab',
      )}
    >
      <div className="grid min-w-0 content-start gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {at && (
            <time dateTime={at} className="font-semibold tabular-nums">
              {isOfDay ? formatTime(at) : formatTimestamp(at)}
            </time>
          )}
          <PostChip status={status} isApproved={isApproved} />
          <span className="text-muted text-sm">
            {PLATFORM_NAMES[platform]} · {POST_TYPE_NAMES[type]}
          </span>
        </p>
        <p className="line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">{content}</p>
        {status !== 'posted' && <PostError post={post} size="text-sm" />}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {status === 'draft' && !isApproved && <ApprovePost post={post} look="button-dark" />}
        <Button label={isOpenPost(status) ? 'Edit or Move' : 'Open'} about={namePost(content)} onPress={() => onOpen(id)} />
      </div>
    </li>
  );
}
