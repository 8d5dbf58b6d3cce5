import type { z } from 'zod';
import { CLIENT_CENTS, LEAD_KINDS } from '../../../shared/automation';
import type { aiStatus } from '../../../shared/automation-schemas';
import { formatCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { Panel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';
import type { DashboardSearchProps } from './automation-search';
import { Dashboard, Figures, Progress, useRefresh } from './dashboard';
import { DemandCharts } from './demand-charts';
import type { KindGroup } from './opportunity-list';

const GROUPS: readonly KindGroup[] = [
  { key: 'lead-generation', label: 'Leads', kinds: LEAD_KINDS },
  { key: 'engagement', label: 'Reviews', kinds: ['review_request'] },
  { key: 'market-analysis', label: 'Changes in demand', kinds: ['insight'] },
];

const CARDS = [
  ['Estimated Revenue', 'estimatedRevenue', `estimate at ${formatPrice(formatCents(CLIENT_CENTS))} per client, today`],
  ['Invoiced today', 'invoicedToday', 'from your invoices'],
  ['Received today', 'receivedToday', 'from your receipts'],
  ['Monthly Target', 'monthlyTarget', 'target: daily target, for 30 days, at the estimate'],
  ['Received this month', 'receivedThisMonth', 'from your receipts'],
] as const;

export function AiDashboard({ search, onSearch }: DashboardSearchProps) {
  const refresh = useRefresh();
  const status = trpc.automation.aiStatus.useQuery(undefined, refresh.refetch);
  const figures = trpc.automation.aiFigures.useQuery(undefined, refresh.refetch);
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
      summary={<Today status={status.data} />}
      figures={
        <Figures label="Figures" layout="sm:grid-cols-3 xl:grid-cols-6" query={figures} cards={CARDS}>
          <FigureCard name="Drafts to approve" value={figures.data && String(figures.data.draftsWaiting)}>
            <ScreenLink to="/messages" search={{ view: 'drafts' }} look={TEXT_LINK} label="Review drafts" />
          </FigureCard>
        </Figures>
      }
      groups={GROUPS}
      emptyText="The workers list what they find here: clients who have not been back, quotes without an answer, carts left behind."
      search={search}
      onSearch={onSearch}
      part={{
        value: 'demand',
        word: 'Demand',
        panel: <DemandCharts tab={search.demand} onTab={(demand) => onSearch({ ...search, demand })} />,
      }}
    />
  );
}

const Today = ({ status }: { status: z.output<typeof aiStatus> | undefined }) => (
  <Panel title="Today">
    <Progress
      label="Daily Clients Acquired"
      percent={Math.min(100, status?.completionRate ?? 0)}
      text={
        status
          ? `${status.dailyClientsAcquired} of ${status.dailyTarget}, completion rate ${status.completionRate}%`
          : 'completion rate on its way'
      }
    />
    <p role="status" className="min-h-5 text-muted text-sm [overflow-wrap:anywhere]">
      {status?.message}
    </p>
  </Panel>
);
