import { parseCents } from '../../../shared/money';
import type { MonthMoney } from '../../../shared/overview';
import { formatMoney, formatPrice } from '../../../shared/store-sums';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Sparkline } from '../../ui/charts/sparkline';
import { ErrorState } from '../../ui/states';
import { formatMonth } from '../../ui/times';
import { useMoney } from './use-overview';

/** Returns the sum of the days up to each day, in cents. */
const addUp = (days: readonly string[]): number[] => {
  let sum = 0;
  return days.map((amount) => {
    sum += parseCents(amount) ?? 0;
    return sum;
  });
};
const formatDollars = (cents: number | undefined) => (cents === undefined ? '' : formatMoney(cents));

/** Shows the money received and invoiced this month beside last month. */
export function MonthMoneyPanel() {
  const { data, isError, refetch } = useMoney();
  return (
    <section aria-labelledby="money-title" className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="money-title" className="font-bold text-xl">
          Money this month
        </h2>
        <ScreenLink to="/invoices" look={TEXT_LINK} label="Open invoices" />
      </div>
      {isError && <ErrorState text="The money of this month could not be loaded." onRetry={() => void refetch()} />}
      {data && isEmpty(data.thisMonth) && isEmpty(data.lastMonth) && (
        <p className="rounded-card border border-line bg-paper px-4 py-3 text-muted">Nothing invoiced or received yet.</p>
      )}
      {data && !(isEmpty(data.thisMonth) && isEmpty(data.lastMonth)) && <Months {...data} />}
    </section>
  );
}

const isEmpty = ({ received, invoiced, days }: MonthMoney) => [received, invoiced, ...days].every((amount) => amount === '0.00');

type MonthsProps = { today: string; thisMonth: MonthMoney; lastMonth: MonthMoney };

function Months({ today, thisMonth, lastMonth }: MonthsProps) {
  const day = Number(today.slice(8));
  const now = addUp(thisMonth.days.slice(0, day));
  const before = addUp(lastMonth.days);
  const [nowName, beforeName] = [formatMonth(today), formatMonth(`${lastMonth.month}-01`)];
  const lead = (now.at(-1) ?? 0) - (before[Math.min(day, before.length) - 1] ?? 0);
  const compared = lead === 0 ? 'The same as' : `${formatMoney(Math.abs(lead))} ${lead > 0 ? 'more than' : 'less than'}`;
  const longest = Math.max(thisMonth.days.length, before.length);
  return (
    <div className="grid gap-2 rounded-card border border-line bg-paper px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-4">
        <Figure name="Received" amount={thisMonth.received} before={lastMonth.received} month={beforeName} />
        <Figure name="Invoiced" amount={thisMonth.invoiced} before={lastMonth.invoiced} month={beforeName} />
      </dl>
      <Sparkline
        label={`Money received by day: ${formatPrice(thisMonth.received)} in ${nowName}, ${formatPrice(lastMonth.received)} in ${beforeName}.`}
        columns={['Day', nowName, beforeName]}
        rows={Array.from({ length: longest }, (_, place) => [String(place + 1), formatDollars(now[place]), formatDollars(before[place])])}
        line={now}
        before={before}
      />
      <p className="text-muted text-sm">{compared} by this day last month.</p>
    </div>
  );
}

const Figure = ({ name, amount, before, month }: { name: string; amount: string; before: string; month: string }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd>
      <strong className="block truncate font-display text-[22px] leading-7 tabular-nums">{formatPrice(amount)}</strong>
      <span className="block truncate text-muted text-sm tabular-nums">
        {formatPrice(before)} in {month.split(' ')[0]}
      </span>
    </dd>
  </div>
);
