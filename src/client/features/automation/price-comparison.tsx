import { daysBetween } from '../../../shared/calendar-day';
import { formatCount } from '../../../shared/counts';
import { formatService } from '../../../shared/dispatch';
import { type ComparedService, type PriceUnit, UNIT_NAMES } from '../../../shared/market';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { type Column, DataTable } from '../../ui/data-table';
import { asOnePage } from '../../ui/paged-list';
import { ErrorState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';

export const formatUnit = (unit: string): string => UNIT_NAMES[unit as PriceUnit] ?? `per ${unit}`;

function formatAge(day: string, today: string): string {
  const days = daysBetween(day, today);
  return days <= 0 ? 'seen today' : `${formatCount(days, 'day')} old`;
}

function describeDifference({ median, ownMedian }: ComparedService): string {
  if (ownMedian === null) return 'no figure of our own';
  const percent = Math.round((Number(median) / Number(ownMedian) - 1) * 100);
  if (!Number.isFinite(percent)) return 'nothing to compare';
  return percent === 0 ? 'about the same' : `${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} ours`;
}

/** Compares the prices of competitors with our own; nothing before the first comparison. */
export function PriceComparison() {
  const comparison = trpc.market.comparison.useQuery();
  if (comparison.isError) return <ErrorState text="The comparison could not be loaded." onRetry={() => void comparison.refetch()} />;
  if (!comparison.data) return null;
  const { comparedAt, today, services } = comparison.data;
  return (
    <section aria-label="Comparison with our own prices" className="grid gap-2">
      <DataTable
        name="priceComparison"
        title="Comparison with our own prices"
        list={asOnePage(comparison, () => services.map((service) => ({ ...service, id: formatComparedService(service) })))}
        columns={[
          ...COMPARED_COLUMNS,
          {
            key: 'basis',
            head: 'Median of',
            from: 'md',
            cell: (service) => <span className="text-muted">{describeBasis(service, today)}</span>,
          },
        ]}
        about={({ id }) => id}
        phone={(service) => [
          [service.id, `${formatPrice(service.median)} theirs`],
          [describeDifference(service), service.ownMedian !== null && `${formatPrice(service.ownMedian)} ours`],
        ]}
        loading="Loading the comparison..."
        failed="The comparison could not be loaded."
      />
      <p className="text-muted text-sm">
        Compared on <time dateTime={comparedAt}>{formatTimestamp(comparedAt)}</time> The next competitor analysis includes prices that you
        entered since then.
      </p>
    </section>
  );
}

type ComparedRow = ComparedService & { id: string };

const formatComparedService = ({ service, unit }: ComparedService) => `${formatService(service)}, ${formatUnit(unit)}`;

const describeBasis = ({ prices, competitors, newestOn, ownMedian, ownJobs }: ComparedService, today: string): string =>
  [
    `${formatCount(prices, 'price')} from ${formatCount(competitors, 'competitor')}, the newest ${formatAge(newestOn, today)}`,
    ...(ownMedian === null ? [] : [`ours of ${formatCount(ownJobs, 'job')} in the last 12 months`]),
  ].join('; ');

const COMPARED_COLUMNS: readonly Column<ComparedRow>[] = [
  { key: 'service', head: 'Service', cell: ({ id }) => <span className="font-medium">{id}</span> },
  { key: 'theirs', head: 'Theirs', align: 'end', width: 'w-28', cell: ({ median }) => formatPrice(median) },
  { key: 'ours', head: 'Ours', align: 'end', width: 'w-28', cell: ({ ownMedian }) => ownMedian !== null && formatPrice(ownMedian) },
  { key: 'difference', head: 'Difference', width: 'w-44', cell: describeDifference },
];
