import { linkOptions } from '@tanstack/react-router';
import type { Dashboard, WorkerKey } from '../../../shared/automation';
import type { Run, Worker } from '../../../shared/automation-schemas';
import { trpc } from '../../trpc';
import { besideList, useClose } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { LoadMore } from '../../ui/load-more';
import { CallButton } from '../../ui/mutation-button';
import { asOnePage, getRows, ListStates, PAGED } from '../../ui/paged-list';
import { Panel, Section } from '../../ui/panel';
import { RecordDrawer } from '../../ui/record-drawer';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import type { DashboardSearchProps } from './automation-search';

const formatInterval = (minutes: number): string =>
  minutes === 60 ? 'every hour' : minutes % 60 === 0 ? `every ${minutes / 60} hours` : `every ${minutes} min`;

type WorkerSchedulesProps = Pick<DashboardSearchProps, 'search'> & {
  dashboard: Dashboard;
  refetch: { refetchInterval: number | false };
};

export function WorkerSchedules({ dashboard, refetch, search }: WorkerSchedulesProps) {
  const close = useClose('worker');
  const list = trpc.automation.workers.useQuery({ dashboard }, refetch);
  const opened = list.data?.workers.find(({ key }) => key === search.worker);
  return (
    <Section title="Worker Schedules" gap="gap-3">
      <DataTable
        name="workers"
        title="Worker Schedules"
        list={asOnePage(list, ({ workers }) => workers.map((worker) => ({ ...worker, id: worker.key })))}
        columns={COLUMNS}
        about={({ label }) => label}
        open={({ key }) => besideList({ worker: key })}
        action={(worker) => <RunNow worker={worker} look={ROW_ACTION} />}
        menu={(worker) => (
          <>
            <RunNow worker={worker} />
            <SeeResults worker={worker} />
          </>
        )}
        phone={(worker) => [
          [worker.label, <RunChip key="result" run={worker.lastRun} />],
          <span key="text">
            {formatInterval(worker.intervalMinutes)} · {worker.enabled ? 'next' : 'disabled'}{' '}
            {worker.enabled && <NextRun worker={worker} />}
          </span>,
        ]}
        places={5}
        loading="Loading the workers..."
        failed="The workers could not be loaded."
      />
      {opened && <WorkerDrawer worker={opened} query={list} onClose={close} />}
    </Section>
  );
}

type WorkerProps = { worker: Worker };

const LastRun = ({ worker: { lastRunAt } }: WorkerProps) =>
  lastRunAt ? <time dateTime={lastRunAt}>{formatTimestamp(lastRunAt)}</time> : 'never';

const NextRun = ({ worker: { nextRunAt } }: WorkerProps) =>
  nextRunAt ? <time dateTime={nextRunAt}>{formatTimestamp(nextRunAt)}</time> : 'not planned';

const COLUMNS: readonly Column<Worker & { id: WorkerKey }>[] = [
  {
    key: 'worker',
    head: 'Worker',
    width: 'w-52',
    cell: ({ label, intervalMinutes }) => <TwoLines first={label} second={formatInterval(intervalMinutes)} />,
  },
  { key: 'result', head: 'Result', width: 'w-40', cell: ({ lastRun }) => <RunChip run={lastRun} /> },
  { key: 'message', head: 'Message', from: 'xl', cell: ({ lastRun }) => lastRun && describeRun(lastRun) },
  {
    key: 'runs',
    head: 'Last and next run',
    from: 'lg',
    width: 'w-44',
    cell: (worker) => (
      <>
        <span className="block">
          <LastRun worker={worker} />
        </span>
        <span className="block text-muted">
          next <NextRun worker={worker} />
        </span>
      </>
    ),
  },
  { key: 'enabled', head: 'Enabled', width: 'w-22', cell: (worker) => <EnableSwitch worker={worker} /> },
];

const toDevelopments = (found: WorkerKey) => linkOptions({ to: '/canaan-dashboard', search: { found }, hash: 'results' });
const RESULTS = {
  'lead-generation': linkOptions({ to: '/ai-dashboard', search: { found: 'lead-generation' }, hash: 'results' }),
  engagement: linkOptions({ to: '/ai-dashboard', search: { found: 'engagement' }, hash: 'results' }),
  'quote-optimisation': linkOptions({ to: '/admin', search: { status: 'pending' }, hash: 'quotes' }),
  'social-content': linkOptions({ to: '/social-media', search: { tab: 'schedule' } }),
  'market-analysis': linkOptions({ to: '/ai-dashboard', search: { part: 'demand' }, hash: 'results' }),
  partnerships: toDevelopments('partnerships'),
  contracts: toDevelopments('contracts'),
  expansion: toDevelopments('expansion'),
  alliances: toDevelopments('alliances'),
  'competitor-analysis': linkOptions({ to: '/canaan-dashboard', search: { part: 'prices' }, hash: 'results' }),
} as const satisfies Record<WorkerKey, object>;

function SeeResults({ worker: { key, label } }: WorkerProps) {
  return <ScreenLink {...RESULTS[key]} label="See results" about={label} />;
}

function EnableSwitch({ worker: { key, label, enabled } }: { worker: Worker }) {
  const change = trpc.automation.setWorkerEnabled.useMutation({ meta: { failure: 'Failed to switch the worker. Please try again.' } });
  const isOn = change.isPending ? (change.variables?.enabled ?? enabled) : enabled;
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center in-data-drawer-body:-my-2.5 in-data-drawer-body:-ml-3">
      <input
        type="checkbox"
        className="size-5 accent-pine-900"
        checked={isOn}
        aria-label={`${label} enabled`}
        onChange={(event) => !change.isPending && change.mutate({ key, enabled: event.target.checked })}
      />
    </label>
  );
}

export function RunNow({ worker: { key, label }, look = 'button-ghost' }: { worker: Pick<Worker, 'key' | 'label'>; look?: string }) {
  const run = trpc.automation.runNow.useMutation({
    meta: { failure: 'Failed to run the worker. Please try again.' },
    onSuccess: ({ status, message }) =>
      showToast({
        title: status === 'error' ? `${label} Failed` : `${label} Ran`,
        description: message,
        ...(status === 'error' && { kind: 'destructive' }),
      }),
  });
  return <CallButton look={look} label="Run now" about={label} busy="Running..." call={run} input={{ key }} />;
}

const RUN_LOOKS: Record<Run['status'], readonly [tone: Tone, word: string]> = {
  ok: ['good', 'Found something'],
  empty: ['quiet', 'Nothing new'],
  skipped: ['waiting', 'Skipped'],
  error: ['bad', 'Failed'],
};

function RunChip({ run }: { run: Run | null }) {
  const [tone, word] = run ? RUN_LOOKS[run.status] : (['quiet', 'No runs yet'] as const);
  return <Chip tone={tone}>{word}</Chip>;
}

/** Returns the message of a run with its counts, unless the message gives both. */
const describeRun = ({ message, examined, created }: Run): string =>
  new RegExp(`examined ${examined}\\b.*created ${created}\\b`, 'i').test(message)
    ? message
    : `${message} Examined ${examined}, created ${created}.`;

const PAGE = 20;
const TRIGGERS = { schedule: 'by schedule', manual: 'by hand', start: 'on start' } as const;

type WorkerDrawerProps = WorkerProps & { query: Omit<Parameters<typeof RecordDrawer<Worker>>[0]['query'], 'data'>; onClose: () => void };

/** Shows a worker with all its runs. */
const WorkerDrawer = ({ worker: shown, query, onClose }: WorkerDrawerProps) => (
  <RecordDrawer
    id={shown.key}
    query={{ ...query, data: shown }}
    title={shown.label}
    chips={({ lastRun }) => <RunChip run={lastRun} />}
    action={(worker) => <RunNow worker={worker} look="button-primary min-h-9 px-4 pointer-coarse:min-h-11" />}
    footer={(worker) => <SeeResults worker={worker} />}
    onClose={onClose}
    loading="Loading the worker..."
    failed="The workers could not be loaded."
  >
    {(worker) => (
      <>
        <Facts
          facts={[
            ['Runs', formatInterval(worker.intervalMinutes)],
            ['Enabled', <EnableSwitch key="enabled" worker={worker} />],
            ['Last run', <LastRun key="last" worker={worker} />],
            ['Next run', <NextRun key="next" worker={worker} />],
          ]}
        />
        <Panel title="Runs">
          <p className="text-muted">Every run is listed, even if it found nothing.</p>
          <WorkerRuns workerKey={worker.key} />
        </Panel>
      </>
    )}
  </RecordDrawer>
);

function WorkerRuns({ workerKey: key }: { workerKey: WorkerKey }) {
  const list = trpc.automation.runs.useInfiniteQuery({ key, limit: PAGE }, PAGED);
  return (
    <>
      <ListStates
        list={list}
        loading="Loading the runs..."
        failed="The runs could not be loaded."
        empty={<p>No runs yet. Press Start or Run now.</p>}
      />
      <ol className="divide-y divide-line border-line border-y empty:hidden">
        {getRows(list).map((run) => (
          <li key={run.id} className="grid gap-1 py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <RunChip run={run} />
              <span className="text-muted text-sm">
                <time dateTime={run.startedAt}>{formatTimestamp(run.startedAt)}</time>, {TRIGGERS[run.trigger]}
              </span>
            </p>
            <p className="[overflow-wrap:anywhere]">{describeRun(run)}</p>
          </li>
        ))}
      </ol>
      <LoadMore list={list} />
    </>
  );
}
