import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { RatingChip } from './accounting-row';

export function TopPerformers() {
  const top = trpc.inventory.topPerformers.useQuery();
  return (
    <Panel title="Top performers">
      <Loaded query={top} loading="Loading the top performers..." failed="The top performers could not be loaded.">
        {(products) =>
          products.length === 0 ? (
            <p className="text-muted">No product has both a price and a cost yet.</p>
          ) : (
            <ol className="grid divide-y divide-line">
              {products.map(({ id, name, category, profitMargin, rating, potentialProfit, stockQuantity }, place) => (
                <li key={id} className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 first:pt-0 last:pb-0">
                  <span aria-hidden="true" className="font-bold font-display text-muted tabular-nums">
                    {place + 1}
                  </span>
                  <div className="min-w-0">
                    <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{name}</p>
                    <p className="text-muted text-sm [overflow-wrap:anywhere]">
                      {category} · {formatPrice(potentialProfit)} potential profit on {stockQuantity}
                    </p>
                  </div>
                  <div className="grid justify-items-end gap-1">
                    <b className="font-semibold tabular-nums">{profitMargin}%</b>
                    <RatingChip rating={rating} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  );
}
