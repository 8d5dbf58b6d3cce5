import type { PostFigures } from '../../../shared/social-schemas';
import { trpc } from '../../trpc';
import { FigureCard } from '../../ui/figure-card';
import { Panel } from '../../ui/panel';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { BestAndWorst } from './best-and-worst';
import { PostShares } from './post-shares';
import { PostsPerWeek } from './posts-per-week';
import { showFigure, showMinutes } from './show-figures';
import { TypeTable } from './type-table';

export function AnalyticsTab() {
  const analytics = trpc.social.analytics.useQuery();
  if (analytics.isError) return <ErrorState text="The figures could not be loaded." onRetry={() => void analytics.refetch()} />;
  if (analytics.isPending) return <ListSkeleton label="Loading the figures..." />;
  const figures = analytics.data;
  if (!figures)
    return (
      <EmptyState
        heading="h2"
        title="No posts yet"
        text="When the first post is out, its likes, comments and shares are counted here. They are read from the page every six hours."
      />
    );
  return (
    <div className="grid gap-6">
      <Sums figures={figures} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Panel title="Posts per week">
          <PostsPerWeek weeks={figures.perWeek} />
        </Panel>
        <PostShares figures={figures} />
      </div>
      <BestAndWorst best={figures.best} worst={figures.worst} measured={figures.measured} />
      <TypeTable rows={figures.byType} />
    </div>
  );
}

function Sums({ figures }: { figures: PostFigures }) {
  const { posts, measured, isCut, likes, comments, shares, reach, averages, failed, failedShare, medianMinutesToPost } = figures;
  const average = (value: number | null) => (value === null ? 'No figures yet.' : `${showFigure(value)} a post on average.`);
  return (
    <section aria-labelledby="sums-title" className="grid gap-3">
      <div>
        <h2 id="sums-title" className="font-bold text-xl">
          The last twelve months
        </h2>
        <p className="mt-1 text-muted">
          Likes, comments and shares of {measured} of {posts} {posts === 1 ? 'post' : 'posts'}, as the platform told them.
          {isCut && ' There were more posts; these are the newest.'}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <FigureCard name="Posts" value={String(posts)} />
        <FigureCard name="Likes" value={showFigure(likes)} text={average(averages.likes)} />
        <FigureCard name="Comments" value={showFigure(comments)} text={average(averages.comments)} />
        <FigureCard name="Shares" value={showFigure(shares)} text={average(averages.shares)} />
        <FigureCard name="Reach" value={showFigure(reach)} />
        <FigureCard name="Engagement a post" value={showFigure(averages.engagement)} text="Likes, comments and shares." />
        <FigureCard
          name="Failed"
          value={`${showFigure(failedShare)}%`}
          text={`${failed} of ${posts + failed} posts that were to go out.`}
          isUrgent={failed > 0}
        />
        <FigureCard name="From draft to post" value={showMinutes(medianMinutesToPost)} text="The post in the middle." />
      </dl>
    </section>
  );
}
