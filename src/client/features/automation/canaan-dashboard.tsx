import type { ReactNode } from 'react';
import type { z } from 'zod';
import { CONTRACT_CENTS, describeFailures, getProgress, PARTNERSHIP_CENTS, PROGRESS_FACTORS } from '../../../shared/automation';
import type { canaanStatus } from '../../../shared/automation-schemas';
import { formatCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { ErrorState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import type { DashboardSearchProps } from './automation-search';
import { CompetitorPrices } from './competitor-prices';
import { Dashboard, Figures, Progress, useRefresh } from './dashboard';
import type { KindGroup } from './opportunity-list';

const GROUPS: readonly KindGroup[] = [
  { key: 'partnerships', label: 'Partnerships', kinds: ['partnership'] },
  { key: 'contracts', label: 'Contracts', kinds: ['corporate_contract'] },
  { key: 'expansion', label: 'Expansions', kinds: ['market_expansion'] },
  { key: 'alliances', label: 'Alliances', kinds: ['strategic_alliance'] },
];
const BARS = [
  ['partnership', 'Partnership Opportunities', 'partnershipOpportunities'],
  ['corporate_contract', 'Corporate Contracts', 'corporateContracts'],
  ['market_expansion', 'Market Expansions', 'marketExpansions'],
  ['strategic_alliance', 'Strategic Alliances', 'strategicAlliances'],
] as const;
const formatAssumption = (cents: number) => `planning value (assumption): ${formatPrice(formatCents(cents))} each`;
const CARDS = [
  ['Estimated Contract Value', 'contractValue', formatAssumption(CONTRACT_CENTS)],
  ['Partnership Revenue', 'partnershipRevenue', formatAssumption(PARTNERSHIP_CENTS)],
  ['Value on record', 'storedValue', 'estimates of the opportunities, from your own jobs'],
  ['Won', 'wonValue', 'opportunities that you marked as won'],
] as const;
/** The counts that fill the bars, in the order of the bars. */
const FULL = '5, 4, 3 (99 %), 4 fill the bar';

export function CanaanDashboard(search: DashboardSearchProps) {
  const refresh = useRefresh();
  const status = trpc.automation.canaanStatus.useQuery(undefined, refresh.refetch);
  const figures = trpc.automation.canaanFigures.useQuery(undefined, refresh.refetch);
  const { data: found } = trpc.automation.workers.useQuery({ dashboard: 'canaan' }, refresh.refetch);
  const start = trpc.automation.startCanaan.useMutation({
    onError: () => showToast({ title: 'Failed to Start Canaan AI', description: 'Please try again.', kind: 'destructive' }),
  });
  const stop = trpc.automation.stopCanaan.useMutation({ meta: { failure: 'Failed to stop the workers. Please try again.' } });
  return (
    <Dashboard
      dashboard="canaan"
      title="Business Development"
      text="Partnerships, contracts and new areas that your own records point to. You decide what is won or lost."
      words={['Running', 'Stopped']}
      isOn={status.data?.isRunning}
      refresh={refresh}
      start={{ ...start, label: 'Start Canaan AI' }}
      stop={stop}
      link={<ScreenLink to="/messages" search={{ view: 'drafts' }} look="button-ghost lg:min-h-9" label="Drafts to approve" />}
      notice={
        <p role="status" className="font-medium text-red-600 [overflow-wrap:anywhere] empty:hidden">
          {describeFailures(found?.workers ?? [])}
        </p>
      }
      status={status}
      summary={<Counts status={status.data} />}
      figures={
        <>
          <Figures label="Values" layout="lg:grid-cols-4" query={figures} cards={CARDS} />
          <RegularClients />
          {!status.isError && <People status={status.data} />}
        </>
      }
      groups={GROUPS}
      emptyText="The workers list what they find here: companies behind several clients, busy commercial clients without a plan, towns you do not serve yet."
      {...search}
      part={{ value: 'prices', word: 'Competitor prices', panel: <CompetitorPrices /> }}
    />
  );
}

const formatChurn = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);

const describeRatings = ({ count, low }: { count: number; low: number }): string =>
  count === 0 ? 'no visit was rated yet' : `of 5, ${count} ${count === 1 ? 'rating' : 'ratings'}, ${low} with 3 stars or fewer`;

/** Shows the plans' value in a month, the clients lost in the last 30 days, and what clients think of their visits. */
function RegularClients() {
  const plans = trpc.plans.figures.useQuery();
  const ratings = trpc.ratings.figures.useQuery({});
  const [failed] = [plans, ratings].filter(({ isError }) => isError);
  if (failed) return <ErrorState text="The figures of the plans could not be loaded." onRetry={() => void failed.refetch()} />;
  const { data } = plans;
  return (
    <FigureStrip label="Regular clients" layout="lg:grid-cols-4">
      <FigureCard name="Regular clients" value={data && String(data.recurringClients)} text="clients with an active plan" />
      <FigureCard name="Monthly recurring value" value={data && formatPrice(data.monthlyValue)} text="active plans, before tax" />
      <FigureCard
        name="Churn in 30 days"
        value={data && formatChurn(data.churnPercent)}
        text={data ? `${data.lostClients} of the clients with a plan 30 days ago left` : ''}
      />
      <FigureCard
        name="Ratings by clients"
        value={ratings.data && (ratings.data.average ?? '–')}
        text={ratings.data ? describeRatings(ratings.data) : ''}
      />
    </FigureStrip>
  );
}

type StatusProps = { status: z.output<typeof canaanStatus> | undefined };

const Counts = ({ status }: StatusProps) => (
  <section aria-labelledby="counts-title" className="grid gap-3 rounded-card border border-line bg-paper p-5">
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <h2 id="counts-title" className="font-bold text-lg">
        Total Opportunities
      </h2>
      <p className="font-bold font-display text-[26px] tabular-nums leading-none">{status?.totalOpportunities ?? '…'}</p>
    </div>
    <div className="grid grid-cols-2 gap-x-5 gap-y-3 lg:grid-cols-4">
      {BARS.map(([kind, label, field]) => (
        <Progress
          key={kind}
          label={label}
          percent={getProgress(kind, status?.[field] ?? 0)}
          text={status ? `${status[field]}, ${getProgress(kind, status[field])}%` : 'on its way'}
          title={`${PROGRESS_FACTORS[kind]}% each; ${FULL}`}
        />
      ))}
    </div>
    <p className="text-muted text-sm">Open, drafted, contacted and won ones count. {FULL}.</p>
  </section>
);

const People = ({ status }: StatusProps) => (
  <div className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-paper px-5 py-4 sm:grid-cols-2">
    <Part title="Team Members">
      {status?.teamMembers.length === 0 ? (
        <p className="text-muted">
          <ScreenLink to="/team" look={TEXT_LINK} label="Assign a manager in Team" />
        </p>
      ) : (
        <Words words={status?.teamMembers} />
      )}
    </Part>
    <Part title="Focus Areas">
      <Words words={status?.focusAreas} />
    </Part>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid content-start gap-1.5">
    <h2 className="font-semibold text-[15px]">{title}</h2>
    {children}
  </section>
);

const Words = ({ words = [] }: { words?: readonly string[] | undefined }) => (
  <ul className="flex min-h-6 flex-wrap gap-1.5">
    {words.map((word) => (
      <li key={word} className="rounded-full bg-sage-100 px-2.5 font-medium text-pine-700 text-sm leading-6">
        {word}
      </li>
    ))}
  </ul>
);
