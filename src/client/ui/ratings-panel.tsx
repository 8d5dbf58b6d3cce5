import type { Rating } from '../../shared/ratings';
import { trpc } from '../trpc';
import { LoadMore } from './load-more';
import { getRows, PAGED } from './paged-list';
import { Panel } from './panel';
import { Stars } from './stars';
import { ErrorState } from './states';
import { formatTimestamp } from './times';

const PAGE = 5;

type RatingsPanelProps = {
  /** The client who gave the ratings, or the member who led the visits. */
  of: { clientId: number } | { teamMemberId: number };
  /** The name beside a rating: the client's for a member, the member's for a client. */
  name: (rating: Rating) => string | null;
};

/** Lists ratings of visits, the newest first; shows nothing without any. */
export function RatingsPanel({ of, name }: RatingsPanelProps) {
  const list = trpc.ratings.list.useInfiniteQuery({ ...of, limit: PAGE }, PAGED);
  const rows = getRows(list);
  if (rows.length === 0 && !list.isError) return null;
  return (
    <Panel title="Ratings">
      {list.isError && <ErrorState text="The ratings could not be loaded." onRetry={() => void list.refetch()} />}
      <ul className="grid divide-y divide-line empty:hidden">
        {rows.map((rating) => (
          <li key={rating.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3">
              <Stars stars={rating.stars} />
              <span className="text-muted text-sm">{[name(rating), formatTimestamp(rating.visitAt)].filter(Boolean).join(', ')}</span>
            </p>
            {rating.text && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{rating.text}</p>}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </Panel>
  );
}
