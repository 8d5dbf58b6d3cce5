import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { RouterOutputs } from '../../../server/router';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { TEXT_LINK } from '../../ui/button';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import type { StockView } from './inventory-search';
import { RatingChip, StatusChip } from './product-chips';
import type { Summary } from './product-list';
import { StockCharts } from './stock-charts';

type OverviewTabProps = { summary: { data?: Summary | undefined; isError: boolean; refetch: () => Promise<unknown> } };

export const OverviewTab = ({ summary }: OverviewTabProps) => (
  <div className="grid gap-5 sm:gap-6">
    {summary.isError ? (
      <ErrorState text="The figures could not be loaded." onRetry={() => void summary.refetch()} />
    ) : (
      <Figures summary={summary.data} />
    )}
    <StockCharts />
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <TopPerformers />
      <ReorderPanel />
    </div>
  </div>
);

function Figures({ summary }: { summary: Summary | undefined }) {
  const sample = summary?.isSample ? 'Sample. ' : '';
  return (
    <FigureStrip label="Figures of the stock" layout="lg:grid-cols-4">
      <FigureCard
        name="Total Products"
        value={summary && String(summary.totalProducts)}
        text={summary ? `${summary.units} units in stock.` : 'units in stock.'}
      />
      <FigureCard name="Value at Cost" value={summary && formatPrice(summary.valueAtCost)} text={`${sample}Of products with a cost.`} />
      <FigureCard name="Value at Price" value={summary && formatPrice(summary.valueAtPrice)} text={sample} />
      <FigureCard name="Potential Profit" value={summary && formatPrice(summary.potentialProfit)} text={`${sample}If all of it is sold.`} />
      <FigureCard
        name="Average Margin"
        value={summary && (summary.averageMargin === null ? 'n/a' : `${summary.averageMargin}%`)}
        text="Over products with both prices."
      />
      <Counted name="Low Stock" count={summary?.lowStock} text="At reorder level or below, some left." view="low" />
      <Counted name="Out of Stock" count={summary?.outOfStock} view="out" />
      <Counted name="Without Cost" count={summary?.withoutCost} text="Not in cost, profit or margin." view="no-cost" />
    </FigureStrip>
  );
}

const Counted = ({ name, count, text, view }: { name: string; count: number | undefined; text?: string; view: StockView }) => (
  <FigureCard
    name={name}
    value={count === undefined ? undefined : String(count)}
    {...(text && { text })}
    isUrgent={view === 'out' && Boolean(count)}
  >
    {count !== 0 && (
      <Link to="/inventory-accounting" search={{ tab: 'products', view }} resetScroll={false} className={TEXT_LINK}>
        Show them
        <span className="sr-only">, {name}</span>
      </Link>
    )}
  </FigureCard>
);

type Supplier = RouterOutputs['inventory']['reorderList'][number];

/** The products to order again, by supplier: those at or below their reorder level, up to twice that. */
function ReorderPanel() {
  const list = trpc.inventory.reorderList.useQuery();
  return (
    <Panel title="Reorder list">
      <Loaded query={list} loading="Loading the reorder list..." failed="The reorder list could not be loaded.">
        {(suppliers) =>
          suppliers.length === 0 ? (
            <p className="text-muted">There is nothing to order again now.</p>
          ) : (
            <ul className="grid gap-4">
              {suppliers.map((supplier) => (
                <li key={supplier.supplierName}>
                  <SupplierOrder supplier={supplier} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

const SupplierOrder = ({ supplier: { supplierName, orderCost, withoutCost, products } }: { supplier: Supplier }) => (
  <>
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-1.5">
      <h3 className="font-bold [overflow-wrap:anywhere]">{supplierName ?? 'No supplier given'}</h3>
      <p className="text-muted text-sm tabular-nums">
        {formatPrice(orderCost)}
        {withoutCost > 0 && `, ${withoutCost} without a cost`}
      </p>
    </div>
    <ul className="grid divide-y divide-line">
      {products.map(({ id, name, supplierSku, stockQuantity, reorderLevel, status, suggestedQuantity, orderCost: cost }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
          <div className="min-w-0">
            <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{name}</p>
            <p className="text-muted text-sm [overflow-wrap:anywhere]">
              {supplierSku && `${supplierSku} · `}
              {stockQuantity} left, level {reorderLevel}
            </p>
          </div>
          <div className="grid justify-items-end gap-1">
            <p className="tabular-nums">
              Order <b className="font-semibold">{suggestedQuantity}</b>
              <span className="text-muted text-sm">{cost === null ? ', no cost' : `, ${formatPrice(cost)}`}</span>
            </p>
            <StatusChip status={status} />
          </div>
        </li>
      ))}
    </ul>
  </>
);

/** Shows the products with the best margins; a phone shows the first five until the others are asked for. */
function TopPerformers() {
  const [isWhole, setIsWhole] = useState(false);
  const top = trpc.inventory.topPerformers.useQuery();
  return (
    <Panel title="Top performers">
      <Loaded query={top} loading="Loading the top performers..." failed="The top performers could not be loaded.">
        {(products) =>
          products.length === 0 ? (
            <p className="text-muted">No product has both a price and a cost yet.</p>
          ) : (
            <>
              <ol className={clsx('grid divide-y divide-line', !isWhole && 'max-sm:*:nth-[n+6]:hidden')}>
                {products.map(({ id, name, category, profitMargin, rating, potentialProfit, stockQuantity }, place) => (
                  <li
                    key={id}
                    className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 py-2 sm:grid-cols-[28px_minmax(0,1fr)_auto] sm:gap-x-3 first:pt-0 last:pb-0 sm:py-2.5"
                  >
                    <span aria-hidden="true" className="font-bold font-display text-muted tabular-nums">
                      {place + 1}
                    </span>
                    <div className="min-w-0">
                      <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{name}</p>
                      <p className="text-muted text-sm [overflow-wrap:anywhere]">
                        {category} · {formatPrice(potentialProfit)}
                        <span className="max-sm:sr-only"> potential</span> profit
                        <span className="max-sm:sr-only"> on {stockQuantity}</span>
                      </p>
                    </div>
                    <div className="grid justify-items-end gap-1">
                      <b className="font-semibold tabular-nums">{profitMargin}%</b>
                      <RatingChip rating={rating} />
                    </div>
                  </li>
                ))}
              </ol>
              {!isWhole && products.length > 5 && (
                <button type="button" className="button-ghost justify-self-start sm:hidden" onClick={() => setIsWhole(true)}>
                  Show all {products.length}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
