import { WORKERS } from '../../../shared/automation';
import { daysBetween } from '../../../shared/calendar-day';
import { COMPARED_DIMENSIONS, countCases, type DemandDimension, formatDemandKey } from '../../../shared/demand';
import type { Demand, DemandRow, ShownFigures } from '../../../shared/market';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ComparedBars } from '../../ui/charts/compared-bars';
import { LineChart } from '../../ui/charts/line-chart';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { FilterPills } from '../../ui/filter-pills';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import type { DemandTab } from './automation-search';
import { RunNow } from './worker-schedules';

type Compared = (typeof COMPARED_DIMENSIONS)[number];
const TITLES: Record<Compared, { title: string; names: string; none: string }> = {
  service: { title: 'Demand by service', names: 'Service', none: 'Nothing was asked for in these days.' },
  area: { title: 'Demand by area', names: 'Area', none: 'No address named a town or a postal code.' },
  weekday: { title: 'Demand by weekday', names: 'Weekday', none: 'Nothing was asked for in these days.' },
  window: { title: 'Bookings by time window', names: 'Time window', none: 'Nothing was booked in these days.' },
};
const TABS: readonly { value: DemandTab; label: string }[] = [
  { value: 'month', label: 'Month' },
  ...COMPARED_DIMENSIONS.map((dimension) => ({ value: dimension, label: TITLES[dimension].names })),
];
/** Further bars are combined into one, since no more fit on a screen. */
const MOST_BARS = 8;

/** Formats jobs and revenue for one column, without cents, since a table on a phone has no room for more. */
const formatJobs = (jobsDone: number, revenue: string) => `${jobsDone}, ${formatPrice(revenue).replace(/\.\d\d$/, '')}`;

type DemandChartsProps = { tab?: DemandTab | undefined; onTab: (tab: DemandTab) => void };

export function DemandCharts(tabs: DemandChartsProps) {
  const query = trpc.market.demand.useQuery();
  return (
    <Loaded query={query} loading="Loading the demand..." failed="The demand could not be loaded.">
      {(demand) =>
        demand ? (
          <DemandPanel demand={demand} {...tabs} />
        ) : (
          <EmptyState
            title="No demand yet"
            text="After the first quote request, booking or finished job, the next market analysis shows it here."
          >
            <RunNow worker={{ key: 'market-analysis', label: WORKERS['market-analysis'].label }} look="button-ghost mt-2" />
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function DemandPanel({ demand, tab = 'month', onTab }: DemandChartsProps & { demand: Demand }) {
  const { measuredAt, periodStart, periodEnd, beforeStart, beforeEnd, total, dimensions, months, isAreaCut, isBeforeWhole } = demand;
  const days = daysBetween(periodStart, periodEnd) + 1;
  return (
    <Panel title={`Demand in the last ${days} days`}>
      <p className="text-muted text-sm">
        {formatShortDate(periodStart)} to {formatShortDate(periodEnd)}, beside {formatShortDate(beforeStart)} to{' '}
        {formatShortDate(beforeEnd)}. Counted <time dateTime={measuredAt}>{formatTimestamp(measuredAt)}</time>
      </p>
      <Totals total={total} />
      {!isBeforeWhole && (
        <p className="text-muted text-sm">
          Your records begin after {formatShortDate(beforeStart)}: they cover only part of the earlier {days} days, so no change is reported
          yet.
        </p>
      )}
      <FilterPills legend="Demand by" filters={TABS} value={tab} onFilter={onTab} />
      {tab === 'month' ? <Months months={months} /> : <Comparison dimension={tab} rows={dimensions[tab]} days={days} />}
      {tab === 'area' && isAreaCut && (
        <p className="text-muted text-sm">There were too many addresses to read them all, so only the newest ones are counted by area.</p>
      )}
    </Panel>
  );
}

const Months = ({ months }: Pick<Demand, 'months'>) => (
  <>
    <LineChart
      title="Inquiries and bookings by month"
      columns={['Month', 'Inquiries and bookings', 'Jobs done']}
      points={months.map(({ key, figures }) => {
        const name = formatDemandKey('month', key);
        return { name, shortName: name.slice(0, 3), value: countCases(figures), more: String(figures.jobsDone) };
      })}
      show={String}
      showTick={(value) => (Number.isInteger(value) ? String(value) : '')}
    />
    <p className="text-muted text-sm">The first and the last month are counted in part.</p>
  </>
);

const formatConversion = ({ inquiries, converted }: ShownFigures) => (inquiries === 0 ? 'no inquiries' : `${converted} of ${inquiries}`);

const Totals = ({ total: { now, before } }: { total: Demand['total'] }) => (
  <FigureStrip label="Demand" layout="lg:grid-cols-5">
    <FigureCard name="Inquiries" value={String(now.inquiries)} text={`${before.inquiries} before`} />
    <FigureCard name="Bookings" value={String(now.bookings)} text={`${before.bookings} before`} />
    <FigureCard name="Inquiries with a job" value={formatConversion(now)} text={`${formatConversion(before)} before`} />
    <FigureCard name="Jobs done" value={String(now.jobsDone)} text={`${before.jobsDone} before`} />
    <FigureCard name="Finished jobs, before tax" value={formatPrice(now.revenue)} text={`${formatPrice(before.revenue)} before`} />
  </FigureStrip>
);

function toBars(dimension: DemandDimension, rows: readonly DemandRow[]) {
  const [shown, rest] = rows.length > MOST_BARS + 1 ? [rows.slice(0, MOST_BARS), rows.slice(MOST_BARS)] : [rows, []];
  const bars = shown.map(({ key, now, before }) => ({
    name: formatDemandKey(dimension, key),
    now: countCases(now),
    before: countCases(before),
    more: [formatJobs(now.jobsDone, now.revenue)],
  }));
  if (rest.length === 0) return bars;
  const sum = (figure: (row: DemandRow) => number) => rest.reduce((total, row) => total + figure(row), 0);
  return [
    ...bars,
    {
      name: `${rest.length} others`,
      now: sum(({ now }) => countCases(now)),
      before: sum(({ before }) => countCases(before)),
      more: [
        formatJobs(
          sum(({ now }) => now.jobsDone),
          sum(({ now }) => Number(now.revenue)).toFixed(2),
        ),
      ],
    },
  ];
}

type ComparisonProps = { dimension: Compared; rows: readonly DemandRow[]; days: number };

function Comparison({ dimension, rows, days }: ComparisonProps) {
  const { title, names, none } = TITLES[dimension];
  if (rows.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ComparedBars title={title} columns={[names, `Last ${days} days`, `${days} days before`, 'Jobs done']} bars={toBars(dimension, rows)} />
  );
}
