import { PLATFORM_NAMES, type Platform, POST_TYPE_NAMES, type PostType } from '../../../shared/social';
import type { Post, PostFigures } from '../../../shared/social-schemas';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { SpreadChart } from '../../ui/charts/spread-chart';
import { FigureCard } from '../../ui/figure-card';
import { Loaded } from '../../ui/loaded';
import { Panel, Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { PostsPerWeek } from './posts-per-week';
import { formatFigure } from './social-chips';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats minutes in the largest unit of which there are at least two: "45 min", "5 h", "3 days". */
function formatMinutes(minutes: number): string {
  if (minutes >= 2 * DAY) return `${formatFigure(minutes / DAY)} days`;
  if (minutes >= 2 * HOUR) return `${formatFigure(minutes / HOUR)} h`;
  return `${formatFigure(minutes)} min`;
}

export function AnalyticsTab() {
  const analytics = trpc.social.analytics.useQuery();
  return (
    <Loaded query={analytics} loading="Loading the figures..." failed="The figures could not be loaded.">
      {(figures) =>
        figures ? (
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
        ) : (
          <EmptyState
            heading="h2"
            title="No posts yet"
            text="When the first post is out, its likes, comments and shares are counted here. They are read from the page every six hours."
          >
            <ScreenLink to="/social-media" search={{ tab: 'post' }} look="button-ghost mt-2" label="Write a Post" />
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function Sums({ figures }: { figures: PostFigures }) {
  const { posts, measured, isCut, likes, comments, shares, reach, averages, failed, failedShare, medianMinutesToPost } = figures;
  const average = (value: number | null) => (value === null ? 'No figures yet.' : `${formatFigure(value)} a post on average.`);
  return (
    <Section
      gap="gap-3"
      title="The last twelve months"
      text={`Likes, comments and shares of ${measured} of ${posts} ${posts === 1 ? 'post' : 'posts'}, as reported by the platform.${isCut ? ' There were more posts; these are the newest.' : ''}`}
    >
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <FigureCard name="Posts" value={String(posts)} />
        <FigureCard name="Likes" value={formatFigure(likes)} text={average(averages.likes)} />
        <FigureCard name="Comments" value={formatFigure(comments)} text={average(averages.comments)} />
        <FigureCard name="Shares" value={formatFigure(shares)} text={average(averages.shares)} />
        <FigureCard name="Reach" value={formatFigure(reach)} />
        <FigureCard name="Engagement a post" value={formatFigure(averages.engagement)} text="Likes, comments and shares." />
        <FigureCard
          name="Failed"
          value={`${formatFigure(failedShare)}%`}
          text={`${failed} of ${posts + failed} posts did not go out.`}
          isUrgent={failed > 0}
        />
        <FigureCard name="From draft to post" value={formatMinutes(medianMinutesToPost)} text="The median of all posts." />
      </dl>
    </Section>
  );
}

type Look = { color: string; ink: string };
const DARK: Look = { color: 'var(--background-color-pine-900)', ink: 'var(--color-white)' };
const GREEN: Look = { color: 'var(--background-color-pine-600)', ink: 'var(--color-white)' };
const CITRUS: Look = { color: 'var(--color-citrus-400)', ink: 'var(--color-pine-950)' };
const SKY: Look = { color: 'var(--color-sky-300)', ink: 'var(--color-pine-950)' };
const SAGE: Look = { color: 'var(--color-sage-300)', ink: 'var(--color-ink)' };

const TYPE_LOOKS: Record<PostType, Look> = {
  'business-update': DARK,
  achievement: CITRUS,
  'cleaning-tip': GREEN,
  'service-highlight': SKY,
  'customer-story': SAGE,
};
const PLATFORM_LOOKS: Record<Platform, Look> = { facebook: DARK, instagram: CITRUS, tiktok: SKY, google: SAGE };

const PostShares = ({ figures: { byType, byPlatform } }: { figures: PostFigures }) => (
  <div className="grid gap-5">
    <Panel title="By type">
      <SpreadChart
        title="Posts by type"
        columns={['Type', 'Posts']}
        parts={byType.map(({ type, posts }) => ({ name: POST_TYPE_NAMES[type], value: posts, ...TYPE_LOOKS[type] }))}
      />
    </Panel>
    <Panel title="By platform">
      <SpreadChart
        title="Posts by platform"
        columns={['Platform', 'Posts']}
        parts={byPlatform.map(({ platform, posts }) => ({ name: PLATFORM_NAMES[platform], value: posts, ...PLATFORM_LOOKS[platform] }))}
      />
    </Panel>
  </div>
);

const BestAndWorst = ({ best, worst, measured }: { best: Post | null; worst: Post | null; measured: number }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <Extreme title="Best post" post={best} nothing="No post has figures yet. They are read from the page every six hours." />
    <Extreme
      title="Worst post"
      post={worst}
      nothing={
        measured > 1 ? 'All posts with figures did equally well.' : 'It takes two posts with figures to tell the best from the worst.'
      }
    />
  </div>
);

const Extreme = ({ title, post, nothing }: { title: string; post: Post | null; nothing: string }) => (
  <Panel title={title}>
    {post === null ? (
      <p className="text-muted">{nothing}</p>
    ) : (
      <>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{post.content}</p>
        <p className="text-muted text-sm tabular-nums">
          {PLATFORM_NAMES[post.platform]} · {POST_TYPE_NAMES[post.type]}
          {post.postedAt && <> · {formatTimestamp(post.postedAt)}</>}
        </p>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {(['likes', 'comments', 'shares', 'reach'] as const).map((name) => (
            <div key={name}>
              <dt className="text-muted text-sm capitalize">{name}</dt>
              <dd className="font-semibold tabular-nums">{formatFigure(post[name])}</dd>
            </div>
          ))}
        </dl>
      </>
    )}
  </Panel>
);

type Row = PostFigures['byType'][number];
const COLUMNS: readonly (readonly [name: string, value: (row: Row) => number | null])[] = [
  ['Posts (n)', ({ posts }) => posts],
  ['Likes', ({ likes }) => likes],
  ['Comments', ({ comments }) => comments],
  ['Shares', ({ shares }) => shares],
  ['Engagement a post', ({ averageEngagement }) => averageEngagement],
];

const TypeTable = ({ rows }: { rows: readonly Row[] }) => (
  <Panel title="Results by type">
    <table className="w-full tabular-nums max-md:hidden">
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <th scope="col" className="pb-2 text-left font-normal">
            Type
          </th>
          {COLUMNS.map(([name]) => (
            <th key={name} scope="col" className="pb-2 pl-4 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.type} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-2.5 text-left font-semibold">
              {POST_TYPE_NAMES[row.type]}
            </th>
            {COLUMNS.map(([name, value]) => (
              <td key={name} className="py-2.5 pl-4 text-right">
                {formatFigure(value(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <ul className="grid divide-y divide-line md:hidden">
      {rows.map((row) => (
        <li key={row.type} className="grid gap-2 py-3 first:pt-0 last:pb-0">
          <h3 className="font-semibold">{POST_TYPE_NAMES[row.type]}</h3>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-[15px]">
            {COLUMNS.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-2">
                <dt className="text-muted">{name}</dt>
                <dd className="tabular-nums">{formatFigure(value(row))}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
    <p className="text-muted text-sm">A type with few posts (n) tells you little.</p>
  </Panel>
);
