import { Link } from '@tanstack/react-router';
import { formatPrice } from '../../../shared/store-sums';
import { TEXT_LINK } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { ErrorState } from '../../ui/states';
import type { StockView } from './inventory-search';
import type { Summary } from './product-list';
import { ReorderPanel } from './reorder-panel';
import { StockCharts } from './stock-charts';
import { TopPerformers } from './top-performers';

type OverviewTabProps = { summary: { data?: Summary | undefined; isError: boolean; refetch: () => Promise<unknown> } };

export const OverviewTab = ({ summary }: OverviewTabProps) => (
  <div className="grid gap-6">
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
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard
        name="Total Products"
        value={summary && String(summary.totalProducts)}
        text={summary && `${summary.units} units in stock.`}
      />
      <FigureCard name="Value at Cost" value={summary && formatPrice(summary.valueAtCost)} text={`${sample}Of products with a cost.`} />
      <FigureCard name="Value at Price" value={summary && formatPrice(summary.valueAtPrice)} text={sample} />
      <FigureCard name="Potential Profit" value={summary && formatPrice(summary.potentialProfit)} text={`${sample}If all of it is sold.`} />
      <FigureCard
        name="Average Margin"
        value={summary && (summary.averageMargin === null ? 'n/a' : `${summary.averageMargin}%`)}
        text="Over products with both prices."
      />
      <Counted name="Low Stock" count={summary?.lowStock} text="Some left, at or below the reorder level." view="low" />
      <Counted name="Out of Stock" count={summary?.outOfStock} view="out" />
      <Counted name="Without Cost" count={summary?.withoutCost} text="Not in cost, profit or margin." view="no-cost" />
    </dl>
  );
}

type CountedProps = { name: string; count: number | undefined; text?: string; view: StockView };

const Counted = ({ name, count, text, view }: CountedProps) => (
  <FigureCard
    name={name}
    value={count === undefined ? undefined : String(count)}
    {...(text && { text })}
    isUrgent={view === 'out' && Boolean(count)}
  >
    {Boolean(count) && (
      <Link to="/inventory-accounting" search={{ tab: 'products', view }} resetScroll={false} className={TEXT_LINK}>
        Show them
        <span className="sr-only">, {name}</span>
      </Link>
    )}
  </FigureCard>
);
