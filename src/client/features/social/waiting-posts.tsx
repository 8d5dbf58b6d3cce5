import { trpc } from '../../trpc';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
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

export function WaitingPosts({ view, isHiddenWhenEmpty = false, onOpen }: WaitingPostsProps) {
  const list = trpc.social.listPosts.useInfiniteQuery({ view, limit: PAGE }, PAGED);
  const posts = getRows(list);
  const { title, nothing, failure } = VIEWS[view];
  if (isHiddenWhenEmpty && !list.isError && posts.length === 0) return null;
  return (
    <Panel title={title}>
      <PagedList
        list={list}
        loading={`Loading: ${title}`}
        failed={failure}
        empty={<p className="text-muted">{nothing}</p>}
        layout="grid divide-y divide-line"
      >
        {(post) => <PostCard key={post.id} post={post} onOpen={onOpen} />}
      </PagedList>
    </Panel>
  );
}
