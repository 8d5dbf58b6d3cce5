import { trpc } from '../../trpc';
import { LoadMore } from '../../ui/load-more';
import { getRows, PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { PostCard } from './post-card';

const VIEWS = {
  draft: {
    title: 'Drafts',
    nothing: 'No drafts. What is written without a time waits here, also what the social content worker proposes.',
    failure: 'The drafts could not be loaded.',
  },
  missed: { title: 'Missed', nothing: 'No posts missed their time.', failure: 'The missed posts could not be loaded.' },
  failed: { title: 'Failed', nothing: 'Nothing failed.', failure: 'The failed posts could not be loaded.' },
} as const;
const PAGE = 10;

/** `isHiddenWhenEmpty` shows the panel only if it has posts or could not be loaded. */
type WaitingPostsProps = { view: keyof typeof VIEWS; isHiddenWhenEmpty?: boolean; onOpen: (id: number) => void };

/** Lists posts that wait for the owner: drafts without a time, those that failed or those that missed their time. */
export function WaitingPosts({ view, isHiddenWhenEmpty = false, onOpen }: WaitingPostsProps) {
  const list = trpc.social.listPosts.useInfiniteQuery({ view, limit: PAGE }, PAGED);
  const posts = getRows(list);
  const { title, nothing, failure } = VIEWS[view];
  if (isHiddenWhenEmpty && !list.isError && posts.length === 0) return null;
  return (
    <Panel title={title}>
      {list.isPending && <ListSkeleton label={`Loading: ${title}`} />}
      {list.isError && <ErrorState text={failure} onRetry={() => void list.refetch()} />}
      {list.isSuccess && posts.length === 0 && <p className="text-muted">{nothing}</p>}
      {posts.length > 0 && (
        <ul className="grid divide-y divide-line">
          {posts.map((post) => (
            <PostCard key={post.id} post={post} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Panel>
  );
}
