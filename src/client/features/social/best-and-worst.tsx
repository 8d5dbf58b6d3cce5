import { PLATFORM_NAMES, POST_TYPE_NAMES } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { formatDateTime } from '../../../shared/time';
import { Panel } from '../../ui/panel';
import { showFigure } from './show-figures';

export const BestAndWorst = ({ best, worst, measured }: { best: Post | null; worst: Post | null; measured: number }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <Extreme title="Best post" post={best} nothing="No post has figures yet. They are read from the page every six hours." />
    <Extreme
      title="Worst post"
      post={worst}
      nothing={
        measured > 1
          ? 'All posts with figures did equally well, so that none is the worst.'
          : 'It takes two posts with figures to tell the best from the worst.'
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
          {post.postedAt && <> · {formatDateTime(post.postedAt)}</>}
        </p>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {(['likes', 'comments', 'shares', 'reach'] as const).map((name) => (
            <div key={name}>
              <dt className="text-muted text-sm capitalize">{name}</dt>
              <dd className="font-semibold tabular-nums">{showFigure(post[name])}</dd>
            </div>
          ))}
        </dl>
      </>
    )}
  </Panel>
);
