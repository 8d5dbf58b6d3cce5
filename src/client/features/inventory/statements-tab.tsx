import { type ReactNode, useRef, useState } from 'react';
import { addDays, isDay } from '../../../shared/calendar-day';
import { addMonths } from '../../../shared/calendar-periods';
import { type PrintReport, reportPath } from '../../../shared/inventory';
import { getToday } from '../../clock';
import { Button } from '../../ui/button';
import { Panel, Section } from '../../ui/panel';
import { openToPrint } from '../../ui/print-window';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { SaveButton } from './save-button';

export const StatementsTab = () => (
  <Section title="Downloadable Statements" text="Computed from the records in this system; not audited.">
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <FinancialStatement />
      <div className="grid gap-4">
        <Statement
          report="inventory-valuation"
          name="Inventory Valuation"
          text="Stock, cost and value by category and product, as of now. Products without a cost are listed apart."
        />
        <Statement report="stock-alert" name="Stock Alert" text="What is out of stock or low, as of now, with what to order by supplier." />
      </div>
    </div>
  </Section>
);

function FinancialStatement() {
  const [period, setPeriod] = useState<Period>(() => commonPeriods()[2]?.[1] ?? { from: '', to: '' });
  const [areProblemsShown, setAreProblemsShown] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const isReady = () => {
    const { from, to } = periodProblems(period);
    setAreProblemsShown(true);
    if (!from && !to) return true;
    const [first, last] = card.current?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [];
    (from ? first : last)?.focus();
    return false;
  };
  return (
    <div ref={card}>
      <Statement
        report="financial-statement"
        name="Financial Statement"
        text="Sales, taxes, invoices, receipts, cost of goods and gross profit of a period, and the value of the stock."
        query={{ ...period }}
        isReady={isReady}
      >
        <ReportPeriod period={period} areProblemsShown={areProblemsShown} onPeriod={setPeriod} />
      </Statement>
    </div>
  );
}

type StatementProps = {
  report: PrintReport;
  name: string;
  text: string;
  query?: Record<string, string>;
  isReady?: () => boolean;
  children?: ReactNode;
};

const getAddress = (path: string, query: Record<string, string>) => {
  const words = new URLSearchParams(query).toString();
  return words ? `${path}?${words}` : path;
};

function Statement({ report, name, text, query = {}, isReady = () => true, children }: StatementProps) {
  const path = reportPath(report);
  const print = () => {
    if (!isReady()) return;
    if (openToPrint(getAddress(path, query)))
      showToast({ title: 'PDF Report Ready', description: `${name} is open in a window of its own, which prints itself.` });
  };
  const files = [
    { label: 'Download', address: getAddress(path, { ...query, download: '1' }), ending: 'html', done: 'Report Downloaded' },
    { label: 'PDF', address: getAddress(`${path}.pdf`, query), ending: 'pdf', done: 'PDF Report Ready' },
  ] as const;
  return (
    <Panel title={name}>
      <p className="text-muted">{text}</p>
      {children}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button look="button-dark" label="Print" about={`${name} (opens in a new window)`} onPress={print} />
        {files.map(({ label, address, ending, done }) => (
          <SaveButton
            key={label}
            look="button-ghost"
            label={label}
            busy={ending === 'pdf' ? 'Generating PDF...' : 'Downloading...'}
            about={name}
            path={address}
            nameOtherwise={`${report}.${ending}`}
            done={done}
            isReady={isReady}
          />
        ))}
      </div>
    </Panel>
  );
}

type Period = { from: string; to: string };

function commonPeriods(today = getToday()): readonly (readonly [name: string, Period])[] {
  const [month, year] = [`${today.slice(0, 7)}-01`, `${today.slice(0, 4)}-01-01`];
  return [
    ['This month', { from: month, to: today }],
    ['Last month', { from: addMonths(month, -1), to: addDays(month, -1) }],
    ['This year', { from: year, to: today }],
    ['Last year', { from: addMonths(year, -12), to: addDays(year, -1) }],
  ];
}

const periodProblems = ({ from, to }: Period): { from?: string; to?: string } => ({
  ...(!isDay(from) && { from: 'Please choose the first day.' }),
  ...(!isDay(to) && { to: 'Please choose the last day.' }),
  ...(isDay(from) && isDay(to) && to < from && { to: 'The last day must not be before the first.' }),
});

type ReportPeriodProps = { period: Period; areProblemsShown: boolean; onPeriod: (period: Period) => void };

function ReportPeriod({ period, areProblemsShown, onPeriod }: ReportPeriodProps) {
  const problems = areProblemsShown ? periodProblems(period) : {};
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Period</legend>
        {commonPeriods().map(([name, days]) => (
          <button
            key={name}
            type="button"
            aria-pressed={days.from === period.from && days.to === period.to}
            className="min-h-11 rounded-full px-3 font-semibold text-[15px] text-muted hover:bg-sage-100 aria-pressed:bg-pine-900 aria-pressed:text-white lg:min-h-9"
            onClick={() => onPeriod(days)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? 'From' : 'To'} isRequired error={problems[end]}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={period[end]}
                onChange={(event) => onPeriod({ ...period, [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  );
}
