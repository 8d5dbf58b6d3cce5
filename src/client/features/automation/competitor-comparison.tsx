import { formatService } from '../../../shared/dispatch';
import { type ComparedService, type PriceUnit, UNIT_NAMES } from '../../../shared/market';
import { formatPrice } from '../../../shared/store-sums';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ErrorState } from '../../ui/states';

export const showUnit = (unit: string): string => UNIT_NAMES[unit as PriceUnit] ?? `per ${unit}`;

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
const DAY_MS = 86_400_000;
function formatAge(day: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  return days <= 0 ? 'seen today' : `${count(days, 'day')} old`;
}

function describeDifference({ median, ownMedian }: ComparedService): string {
  if (ownMedian === null) return 'no figure of our own';
  const percent = Math.round((Number(median) / Number(ownMedian) - 1) * 100);
  if (!Number.isFinite(percent)) return 'nothing to compare';
  return percent === 0 ? 'about the same' : `${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} ours`;
}

export function CompetitorComparison() {
  const comparison = trpc.market.comparison.useQuery();
  if (comparison.isError) return <ErrorState text="The comparison could not be loaded." onRetry={() => void comparison.refetch()} />;
  if (!comparison.data) return null;
  const { comparedAt, today, services } = comparison.data;
  return (
    <section aria-label="Comparison with our own prices" className="grid gap-3">
      <ul className="grid gap-3 sm:grid-cols-2">
        {services.map((service) => (
          <li key={`${service.service} ${service.unit}`} className="grid content-start gap-1 rounded-card border border-line px-4 py-3">
            <h3 className="font-semibold [overflow-wrap:anywhere]">
              {formatService(service.service)}, {showUnit(service.unit)}
            </h3>
            <p className="tabular-nums">
              <b className="font-bold font-display text-xl">{formatPrice(service.median)}</b> theirs
              {service.ownMedian !== null && <>, {formatPrice(service.ownMedian)} ours</>}
              <span className="block text-[15px]">{describeDifference(service)}</span>
            </p>
            <p className="text-muted text-sm">
              Median of {count(service.prices, 'price')} from {count(service.competitors, 'competitor')}, the newest{' '}
              {formatAge(service.newestOn, today)}
              {service.ownMedian !== null && `; ours of ${count(service.ownJobs, 'job')} in the last 12 months`}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        Compared on <time dateTime={comparedAt}>{formatDateTime(comparedAt)}</time> The next competitor analysis includes prices that you
        entered since then.
      </p>
    </section>
  );
}
