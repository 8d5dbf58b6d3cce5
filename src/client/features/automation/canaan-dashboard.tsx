import { CONTRACT_CENTS, describeFailures, getProgress, PARTNERSHIP_CENTS, PROGRESS_FACTORS } from '../../../shared/automation-schemas';
import { formatCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { Panel } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { CompetitorPrices } from './competitor-prices';
import { Dashboard, type DashboardSearchProps, Progress, type Refetch, useRefresh } from './dashboard';
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
/** The counts that fill the bars, in the order of the bars. */
const FULL = '5, 4, 3 (99 %), 4 fill the bar';

export function CanaanDashboard(search: DashboardSearchProps) {
  const refresh = useRefresh();
  const { refetch } = refresh;
  const status = trpc.automation.canaanStatus.useQuery(undefined, refetch);
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
      notice={<Failures refetch={refetch} />}
      status={status}
      summary={<Counts refetch={refetch} />}
      figures={
        <>
          <Values refetch={refetch} />
          <People refetch={refetch} />
        </>
      }
      groups={GROUPS}
      emptyText="The workers list what they find here: companies behind several clients, busy commercial clients without a plan, towns you do not serve yet."
      {...search}
    >
      <div id="competitors" className="scroll-mt-24">
        <CompetitorPrices />
      </div>
    </Dashboard>
  );
}

function Failures({ refetch }: Refetch) {
  const { data } = trpc.automation.workers.useQuery({ dashboard: 'canaan' }, refetch);
  return (
    <p role="status" className="font-medium text-red-600 [overflow-wrap:anywhere] empty:hidden">
      {describeFailures(data?.workers ?? [])}
    </p>
  );
}

function Counts({ refetch }: Refetch) {
  const { data } = trpc.automation.canaanStatus.useQuery(undefined, refetch);
  return (
    <section aria-labelledby="counts-title" className="grid gap-5 rounded-card border border-line bg-paper p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="counts-title" className="font-bold text-lg">
          Total Opportunities
        </h2>
        <p className="font-bold font-display text-[32px] tabular-nums leading-none">{data?.totalOpportunities ?? '…'}</p>
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {BARS.map(([kind, label, field]) => (
          <Progress
            key={kind}
            label={label}
            percent={getProgress(kind, data?.[field] ?? 0)}
            text={data ? `${data[field]}, ${getProgress(kind, data[field])}%` : 'on its way'}
            title={`${PROGRESS_FACTORS[kind]}% each; ${FULL}`}
          />
        ))}
      </div>
      <p className="text-muted text-sm">Open, drafted, contacted and won ones count. {FULL}.</p>
    </section>
  );
}

function Values({ refetch }: Refetch) {
  const { data, isError, refetch: again } = trpc.automation.canaanFigures.useQuery(undefined, refetch);
  if (isError) return <ErrorState text="The figures could not be loaded." onRetry={() => void again()} />;
  const each = (cents: number) => `planning value (assumption): ${formatPrice(formatCents(cents))} each`;
  const money = (value: string | undefined) => value && formatPrice(value);
  return (
    <dl aria-label="Values" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard name="Estimated Contract Value" value={money(data?.contractValue)} text={each(CONTRACT_CENTS)} />
      <FigureCard name="Partnership Revenue" value={money(data?.partnershipRevenue)} text={each(PARTNERSHIP_CENTS)} />
      <FigureCard name="Value on record" value={money(data?.storedValue)} text="estimates of the opportunities, from your own jobs" />
      <FigureCard name="Won" value={money(data?.wonValue)} text="opportunities that you marked as won" />
    </dl>
  );
}

function People({ refetch }: Refetch) {
  const { data } = trpc.automation.canaanStatus.useQuery(undefined, refetch);
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <Panel title="Team Members">
        {data?.teamMembers.length === 0 ? (
          <p className="text-muted">
            <ScreenLink to="/team" look="text-pine-700 underline underline-offset-4" label="Assign a manager in Team" />
          </p>
        ) : (
          <Words words={data?.teamMembers} />
        )}
      </Panel>
      <Panel title="Focus Areas">
        <Words words={data?.focusAreas} />
      </Panel>
    </div>
  );
}

const Words = ({ words = [] }: { words?: readonly string[] | undefined }) => (
  <ul className="flex min-h-9 flex-wrap gap-2">
    {words.map((word) => (
      <li key={word} className="rounded-full bg-sage-100 px-3 py-1.5 font-medium text-[15px] text-pine-700">
        {word}
      </li>
    ))}
  </ul>
);
