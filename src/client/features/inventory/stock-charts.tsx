import type { RouterOutputs } from '../../../server/router';
import type { ProfitRating } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { BarChart } from '../../ui/charts/bar-chart';
import { LineChart } from '../../ui/charts/line-chart';
import { SpreadChart } from '../../ui/charts/spread-chart';
import { Loaded } from '../../ui/loaded';
import { FoldedPanel, Panel } from '../../ui/panel';
import { formatMonth } from '../../ui/times';
import { useNarrow } from '../../ui/use-narrow';

/** Further bars are drawn as one; the table of the report names them all. */
const MOST_BARS = 8;

const formatDollars = (value: number) => formatPrice(value.toFixed(2));
const ticks = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  currencyDisplay: 'narrowSymbol',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const formatTick = (value: number) => ticks.format(value);

type Charts = RouterOutputs['inventory']['charts'];

/** Shows the charts; a phone shows the sales and folds the others. */
export function StockCharts() {
  const charts = trpc.inventory.charts.useQuery();
  const Part = useNarrow() ? FoldedPanel : Panel;
  return (
    <Loaded query={charts} loading="Loading the charts..." failed="The charts could not be loaded.">
      {({ valueByCategory, salesByMonth, marginSpread }) => (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Part title="Stock value by category">
            <ValueByCategory rows={valueByCategory} />
          </Part>
          <div className="grid gap-5">
            <Panel title="Sales by month">
              <SalesByMonth rows={salesByMonth} />
            </Panel>
            <Part title="Margin spread">
              <MarginSpread rows={marginSpread} />
            </Part>
          </div>
        </div>
      )}
    </Loaded>
  );
}

const Nothing = ({ children }: { children: string }) => <p className="text-muted">{children}</p>;

function ValueByCategory({ rows }: { rows: Charts['valueByCategory'] }) {
  if (rows.length === 0) return <Nothing>There are no products yet.</Nothing>;
  const bars = rows
    .map(({ category, valueAtCost, valueAtPrice }) => ({ name: category, inner: Number(valueAtCost), outer: Number(valueAtPrice) }))
    .sort((one, other) => other.outer - one.outer);
  const rest = bars.slice(MOST_BARS);
  const sum = (of: 'inner' | 'outer') => rest.reduce((total, bar) => total + bar[of], 0);
  const drawn =
    rest.length > 1 ? [...bars.slice(0, MOST_BARS), { name: `${rest.length} others`, inner: sum('inner'), outer: sum('outer') }] : bars;
  return (
    <BarChart
      title="Stock value by category"
      columns={['Category', 'At cost', 'At price']}
      bars={drawn}
      show={formatDollars}
      showTick={formatTick}
    />
  );
}

function SalesByMonth({ rows }: { rows: Charts['salesByMonth'] }) {
  if (rows.every(({ orders }) => orders === 0)) return <Nothing>Nothing was sold in the last twelve months.</Nothing>;
  return (
    <LineChart
      title="Sales by month before tax"
      columns={['Month', 'Sales', 'Orders']}
      points={rows.map(({ month, sales, orders }) => ({
        name: formatMonth(month),
        shortName: formatMonth(month).slice(0, 3),
        value: Number(sales),
        more: String(orders),
      }))}
      show={formatDollars}
      showTick={formatTick}
    />
  );
}

const COLORS: Record<ProfitRating, { color: string; ink: string }> = {
  Excellent: { color: 'var(--background-color-pine-900)', ink: 'var(--color-white)' },
  Good: { color: 'var(--background-color-pine-600)', ink: 'var(--color-white)' },
  Fair: { color: 'var(--color-citrus-400)', ink: 'var(--color-pine-950)' },
  Poor: { color: 'var(--background-color-red-600)', ink: 'var(--color-white)' },
  'n/a': { color: 'var(--color-sage-300)', ink: 'var(--color-ink)' },
};
const RATING_TEXTS: Record<ProfitRating, string> = {
  Excellent: 'Excellent, 30% or more',
  Good: 'Good, 20% or more',
  Fair: 'Fair, 10% or more',
  Poor: 'Poor, below 10%',
  'n/a': 'n/a, no cost',
};

function MarginSpread({ rows }: { rows: Charts['marginSpread'] }) {
  if (rows.every(({ products }) => products === 0)) return <Nothing>There are no products yet.</Nothing>;
  const parts = rows.map(({ rating, products }) => ({ name: RATING_TEXTS[rating], value: products, ...COLORS[rating] }));
  return <SpreadChart title="Products by profit margin" columns={['Rating', 'Products']} parts={parts} />;
}
