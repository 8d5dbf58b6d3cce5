import { PLATFORM_NAMES } from '../../../shared/social';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { NewTabLink } from '../../ui/outside-links';
import { Panel } from '../../ui/panel';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { cutContent, type LocalPost, mergePosts } from './local-posts';
import { PlatformMark, PostChip } from './social-chips';

export function LatestPosts({ locals }: { locals: readonly LocalPost[] }) {
  const overview = trpc.social.overview.useQuery();
  const posts = mergePosts(locals, overview.data?.latest ?? []);
  return (
    <Panel title="Latest posts">
      {overview.isPending && posts.length === 0 && <ListSkeleton label="Loading the latest posts..." />}
      {overview.isError && <ErrorState text="The latest posts could not be loaded." onRetry={() => void overview.refetch()} />}
      {overview.isSuccess && posts.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">No posts yet. Write the first one on the Post tab; it appears here as soon as it is sent.</p>
          <ScreenLink to="/social-media" search={{ tab: 'post' }} label="Write a Post" />
        </div>
      )}
      {posts.length > 0 && (
        <ul className="grid divide-y divide-line">
          {posts.map(({ key, ...post }) => (
            <LatestPost key={key} post={post} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function LatestPost({ post }: { post: Omit<ReturnType<typeof mergePosts>[number], 'key'> }) {
  const { platform, content, status, isApproved, permalink, scheduledFor, postedAt } = post;
  const at = postedAt ?? scheduledFor;
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 py-4 first:pt-0 last:pb-0">
      <PlatformMark platform={platform} />
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{PLATFORM_NAMES[platform]}</b>
          <PostChip status={status} isApproved={isApproved} />
          {at && (
            <time dateTime={at} className="text-muted text-sm">
              {formatTimestamp(at)}
            </time>
          )}
        </p>
        <p className="[overflow-wrap:anywhere]">{cutContent(content)}</p>
        {status === 'posted' && (
          <p className="flex flex-wrap items-center gap-x-4 text-muted text-sm tabular-nums">
            <Count name="likes" count={post.likes} />
            <Count name="comments" count={post.comments} />
            <Count name="shares" count={post.shares} />
            {permalink && <NewTabLink href={permalink} look={TEXT_LINK} label="See it there" />}
          </p>
        )}
      </div>
    </li>
  );
}

const Count = ({ name, count }: { name: string; count: number | null }) => (
  <span>
    <b className="font-semibold text-ink">{count ?? '–'}</b>
    {count === null && <span className="sr-only">not known:</span>} {name}
  </span>
);
