import { ChevronDown } from 'lucide-react';
import { addDays } from '../../../../shared/calendar-day';
import { addMonths } from '../../../../shared/calendar-periods';
import { formatService } from '../../../../shared/service-name';
import { formatPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { FigureCard, FigureStrip } from '../../../ui/figure-card';
import { ErrorState } from '../../../ui/states';
import { useNarrow } from '../../../ui/use-narrow';
import type { QuotingSearch } from './quoting-search';

const startOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The periods that the report offers, with their first and last day. */
function listPeriods(today: string) {
  const month = startOfMonth(today);
  return [
    ['Last 30 days', addDays(today, -29), today],
    ['This month', month, today],
    ['Last month', addMonths(month, -1), addDays(month, -1)],
    ['Last 3 months', addMonths(addDays(today, 1), -3), today],
    ['This year', `${today.slice(0, 4)}-01-01`, today],
  ] as const;
}

type QuotesReportProps = { search: QuotingSearch; onSearch: (search: QuotingSearch) => void };

/** Shows how many quotes of a period were sent, viewed and approved, their value, and the win rate of each service; folded on a phone. */
export function QuotesReport({ search, onSearch }: QuotesReportProps) {
  const periods = listPeriods(getToday());
  const [name, from, to] = periods.find((period) => period[1] === search.from && period[2] === search.to) ?? periods[0];
  const report = trpc.quoting.report.useQuery({ from, to }, { placeholderData: (before) => before });
  const { data } = report;
  const isNarrow = useNarrow();
  if (report.isError && !data) return <ErrorState text="The figures could not be loaded." onRetry={() => void report.refetch()} />;
  return (
    <details open={!isNarrow} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card border border-line bg-paper px-4 text-sm group-open:mb-2 sm:hidden [&::-webkit-details-marker]:hidden">
        <b className="font-semibold">{name}</b>
        <span className="text-muted">{data && `${data.sent} sent, ${data.approved} approved`}</span>
        <ChevronDown aria-hidden="true" className="ml-auto size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-2">
        <label className="flex flex-wrap items-center gap-2 text-muted text-sm">
          Period
          <select
            className="min-h-9 rounded-small border border-control bg-paper px-2.5 text-[15px] text-ink pointer-coarse:min-h-11"
            value={from + to}
            onChange={(event) => {
              const chosen = periods.find((period) => period[1] + period[2] === event.target.value);
              onSearch({ ...search, view: 'priced', from: chosen?.[1], to: chosen?.[2] });
            }}
          >
            {periods.map(([word, first, last]) => (
              <option key={word} value={first + last}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <FigureStrip label="Quotes in the period" layout="sm:grid-cols-4">
          <FigureCard name="Sent" value={data && String(data.sent)} />
          <FigureCard name="Viewed" value={data && String(data.viewed)} />
          <FigureCard name="Approved" value={data && String(data.approved)} />
          <FigureCard name="Value approved" value={data && formatPrice(data.value)} />
        </FigureStrip>
        {data && data.byService.length > 0 && (
          <ul aria-label="Win rate by service" className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
            {data.byService.map(({ serviceType, sent, approved, winRate }) => (
              <li key={serviceType}>
                {formatService(serviceType)} <b className="font-semibold text-ink tabular-nums">{winRate}%</b> won ({approved} of {sent})
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
