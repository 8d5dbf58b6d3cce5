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
import { Dashboard, type DashboardSearchProps, Progress, type Refetch, useRefresh } from './dashboard';
import { DemandCharts } from './demand-charts';
import type { KindGroup } from './opportunity-list';

const GROUPS: readonly KindGroup[] = [
  { key: 'lead-generation', label: 'Leads', kinds: LEAD_KINDS },
  { key: 'engagement', label: 'Reviews', kinds: ['review_request'] },
  { key: 'market-analysis', label: 'Changes in demand', kinds: ['insight'] },
];

export function AiDashboard({ drafts, ...search }: DashboardSearchProps & { drafts: ReactNode }) {
  const refresh = useRefresh();
  const { refetch } = refresh;
  const status = trpc.automation.aiStatus.useQuery(undefined, refetch);
  const start = trpc.automation.startAi.useMutation({
    onError: () => showToast({ title: 'Failed to Start AI', description: 'Unable to activate AI workers', kind: 'destructive' }),
  });
  const stop = trpc.automation.stopAi.useMutation({ meta: { failure: 'Failed to stop the AI workers. Please try again.' } });
  return (
    <Dashboard
      dashboard="ai"
      title="AI Business Automation"
      text="Five workers check your own records and suggest what to do next, with the reason for each. Nothing is sent without your approval unless you switched that on."
      words={['Active', 'Inactive']}
      isOn={status.data?.isActive}
      refresh={refresh}
      start={{ ...start, label: 'Start AI Workers' }}
      stop={stop}
      link={<ScreenLink to="/achievements" look="button-ghost lg:min-h-9" label="Achievements" />}
      status={status}
      summary={<Status refetch={refetch} />}
      figures={<Figures refetch={refetch} />}
      drafts={drafts}
      groups={GROUPS}
      emptyText="The workers list what they find here: clients who have not been back, quotes without an answer, carts left behind."
      {...search}
    >
      <div id="demand" className="grid scroll-mt-24 gap-6">
        <DemandCharts />
      </div>
    </Dashboard>
  );
}

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
