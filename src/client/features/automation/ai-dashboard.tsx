import type { ReactNode } from 'react';
import { LEAD_KINDS } from '../../../shared/automation';
import { CLIENT_CENTS } from '../../../shared/automation-schemas';
import { formatCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { ErrorState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import type { AutomationSearch } from './automation-search';
import { DashboardHead } from './dashboard-head';
import { DemandCharts } from './demand-charts';
import { type KindGroup, OpportunityList } from './opportunity-list';
import { Progress } from './progress';
import { useRefresh } from './use-refresh';
import { WorkerSchedules } from './worker-schedules';

const GROUPS: readonly KindGroup[] = [
  { key: 'lead-generation', label: 'Leads', kinds: LEAD_KINDS },
  { key: 'engagement', label: 'Reviews', kinds: ['review_request'] },
  { key: 'market-analysis', label: 'Changes in demand', kinds: ['insight'] },
];

type AiDashboardProps = {
  search: AutomationSearch;
  onSearch: (search: AutomationSearch) => void;
  drafts: ReactNode;
};

export function AiDashboard({ search, onSearch, drafts }: AiDashboardProps) {
  const { isOn, setIsOn, refetch } = useRefresh();
  const status = trpc.automation.aiStatus.useQuery(undefined, refetch);
  const workers = trpc.automation.workers.useQuery({ dashboard: 'ai' }, refetch);
  const start = trpc.automation.startAi.useMutation({
    onError: () => showToast({ title: 'Failed to Start AI', description: 'Unable to activate AI workers', kind: 'destructive' }),
  });
  const stop = trpc.automation.stopAi.useMutation({ meta: { failure: 'Failed to stop the AI workers. Please try again.' } });
  return (
    <>
      <DashboardHead
        title="AI Business Automation"
        text="Five workers check your own records and suggest what to do next, with the reason for each. Nothing is sent without your approval unless you switched that on."
        isOn={status.data?.isActive}
        words={['Active', 'Inactive']}
        since={workers.data?.startedAt}
        by={workers.data?.startedBy}
        isRefreshing={isOn}
        onRefreshing={setIsOn}
        start={{ label: 'Start AI Workers', isPending: start.isPending, onPress: () => start.mutate() }}
        stop={{ isPending: stop.isPending, onPress: () => stop.mutate() }}
      >
        <ScreenLink to="/achievements" look="button-ghost lg:min-h-9" label="Achievements" />
      </DashboardHead>
      {status.isError ? (
        <ErrorState text="The status could not be loaded." onRetry={() => void status.refetch()} />
      ) : (
        <Status refetch={refetch} />
      )}
      <Figures refetch={refetch} />
      <WorkerSchedules dashboard="ai" refetch={refetch} />
      {drafts}
      <OpportunityList
        title="Opportunities"
        groups={GROUPS}
        emptyText="The workers list what they find here: clients who have not been back, quotes without an answer, carts left behind."
        search={search}
        onSearch={onSearch}
        refetch={refetch}
      />
      <div id="demand" className="grid scroll-mt-24 gap-6">
        <DemandCharts />
      </div>
    </>
  );
}

type Refetch = { refetch: { refetchInterval: number | false } };

function Status({ refetch }: Refetch) {
  const { data } = trpc.automation.aiStatus.useQuery(undefined, refetch);
  return (
    <section aria-labelledby="status-title" className="grid gap-4 rounded-card border border-line bg-paper p-5">
      <h2 id="status-title" className="font-bold text-lg">
        Today
      </h2>
      <Progress
        label="Daily Clients Acquired"
        percent={Math.min(100, data?.completionRate ?? 0)}
        text={data ? `${data.dailyClientsAcquired} of ${data.dailyTarget}, completion rate ${data.completionRate}%` : 'on its way'}
      />
      <p role="status" className="min-h-6 text-muted [overflow-wrap:anywhere]">
        {data?.message}
      </p>
    </section>
  );
}

function Figures({ refetch }: Refetch) {
  const { data, isError, refetch: again } = trpc.automation.aiFigures.useQuery(undefined, refetch);
  if (isError) return <ErrorState text="The figures could not be loaded." onRetry={() => void again()} />;
  const money = (value: string | undefined) => value && formatPrice(value);
  return (
    <dl aria-label="Figures" className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <FigureCard
        name="Estimated Revenue"
        value={money(data?.estimatedRevenue)}
        text={`estimate at ${formatPrice(formatCents(CLIENT_CENTS))} per client, today`}
      />
      <FigureCard name="Invoiced today" value={money(data?.invoicedToday)} text="from your invoices" />
      <FigureCard name="Received today" value={money(data?.receivedToday)} text="from your receipts" />
      <FigureCard name="Monthly Target" value={money(data?.monthlyTarget)} text="target: daily target, for 30 days, at the estimate" />
      <FigureCard name="Received this month" value={money(data?.receivedThisMonth)} text="from your receipts" />
      <FigureCard name="Drafts to approve" value={data && String(data.draftsWaiting)}>
        <a href="#drafts" className={TEXT_LINK}>
          Review drafts
        </a>
      </FigureCard>
    </dl>
  );
}
