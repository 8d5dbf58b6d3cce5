import { Link, linkOptions } from '@tanstack/react-router';
import type { Dashboard, WorkerKey } from '../../../shared/automation';
import type { Run, Worker } from '../../../shared/automation-schemas';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { CollapsedList } from '../../ui/collapsed-list';
import { DialogButton } from '../../ui/dialog-button';
import { Loaded } from '../../ui/loaded';
import { CallButton } from '../../ui/mutation-button';
import { PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const formatInterval = (minutes: number): string =>
  minutes === 60 ? 'every hour' : minutes % 60 === 0 ? `every ${minutes / 60} hours` : `every ${minutes} min`;

export function WorkerSchedules({ dashboard, refetch }: { dashboard: Dashboard; refetch: { refetchInterval: number | false } }) {
  const list = trpc.automation.workers.useQuery({ dashboard }, refetch);
  return (
    <Panel title="Worker Schedules">
      <Loaded query={list} loading="Loading the workers..." failed="The workers could not be loaded.">
        {(data) => (
          <ul className="-mx-5 grid divide-y divide-line border-line border-t">
            {data.workers.map((worker) => (
              <WorkerRow key={worker.key} worker={worker} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

const toDevelopments = (found: WorkerKey) => linkOptions({ to: '/canaan-dashboard', search: { found }, hash: 'opportunities' });
const RESULTS = {
  'lead-generation': linkOptions({ to: '/ai-dashboard', search: { found: 'lead-generation' }, hash: 'opportunities' }),
  engagement: linkOptions({ to: '/ai-dashboard', search: { found: 'engagement' }, hash: 'opportunities' }),
  'quote-optimisation': linkOptions({ to: '/admin', search: { status: 'pending' }, hash: 'quotes' }),
  'social-content': linkOptions({ to: '/social-media', search: { tab: 'schedule' } }),
  'market-analysis': linkOptions({ to: '/ai-dashboard', hash: 'demand' }),
  partnerships: toDevelopments('partnerships'),
  contracts: toDevelopments('contracts'),
  expansion: toDevelopments('expansion'),
  alliances: toDevelopments('alliances'),
  'competitor-analysis': linkOptions({ to: '/canaan-dashboard', hash: 'competitors' }),
} as const satisfies Record<WorkerKey, object>;

const BUTTON = 'button-ghost max-lg:min-h-11 lg:min-h-9 lg:py-1.5 lg:text-[15px]';

function WorkerRow({ worker }: { worker: Worker }) {
  const { key, label, intervalMinutes, lastRun, lastRunAt, nextRunAt } = worker;
  const [tone, word] = lastRun ? RUN_LOOKS[lastRun.status] : (['quiet', 'No runs yet'] as const);
  const counts = lastRun && formatCounts(lastRun);
  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 lg:grid-cols-[14rem_minmax(0,1fr)_auto] lg:items-start">
      <div>
        <h3 className="font-semibold">{label}</h3>
        <p className="text-muted text-sm">{formatInterval(intervalMinutes)}</p>
        <EnableSwitch worker={worker} />
      </div>
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Chip tone={tone}>{word}</Chip>
          {counts && <span className="text-muted text-sm tabular-nums">{counts}</span>}
        </p>
        {lastRun && <p className="text-[15px] [overflow-wrap:anywhere]">{lastRun.message}</p>}
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          <span>Last run: {lastRunAt ? <time dateTime={lastRunAt}>{formatTimestamp(lastRunAt)}</time> : 'never'}</span>
          <span>Next run: {nextRunAt ? <time dateTime={nextRunAt}>{formatTimestamp(nextRunAt)}</time> : 'not planned'}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2 lg:justify-end">
        <RunNow worker={worker} />
        <DialogButton
          look={BUTTON}
          label="Runs"
          about={label}
          title={`Runs: ${label}`}
          text="Every run is listed, even if it found nothing."
        >
          {() => <WorkerRuns workerKey={key} />}
        </DialogButton>
        <Link {...RESULTS[key]} className={BUTTON}>
          See results<span className="sr-only"> of {label}</span>
        </Link>
      </div>
    </li>
  );
}

function EnableSwitch({ worker: { key, label, enabled } }: { worker: Worker }) {
  const change = trpc.automation.setWorkerEnabled.useMutation({ meta: { failure: 'Failed to switch the worker. Please try again.' } });
  const isOn = change.isPending ? (change.variables?.enabled ?? enabled) : enabled;
  return (
    <label className="mt-1 inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-[15px] lg:min-h-9">
      <input
        type="checkbox"
        className="size-5 accent-pine-900"
        checked={isOn}
        aria-label={`${label} enabled`}
        onChange={(event) => !change.isPending && change.mutate({ key, enabled: event.target.checked })}
      />
      <span aria-hidden="true">{isOn ? 'Enabled' : 'Disabled'}</span>
    </label>
  );
}

function RunNow({ worker: { key, label } }: { worker: Worker }) {
  const run = trpc.automation.runNow.useMutation({
    meta: { failure: 'Failed to run the worker. Please try again.' },
    onSuccess: ({ status, message }) =>
      showToast({
        title: status === 'error' ? `${label} Failed` : `${label} Ran`,
        description: message,
        ...(status === 'error' && { kind: 'destructive' }),
      }),
  });
  return <CallButton look={BUTTON} label="Run now" about={label} busy="Running..." call={run} input={{ key }} />;
}

const RUN_LOOKS: Record<Run['status'], readonly [tone: Tone, word: string]> = {
  ok: ['good', 'Found something'],
  empty: ['quiet', 'Nothing new'],
  skipped: ['waiting', 'Skipped'],
  error: ['bad', 'Failed'],
};

/** Formats the counts of a run; undefined if its message gives both. */
const formatCounts = ({ message, examined, created }: Pick<Run, 'message' | 'examined' | 'created'>): string | undefined =>
  new RegExp(`examined ${examined}\\b.*created ${created}\\b`, 'i').test(message) ? undefined : `examined ${examined}, created ${created}`;

const PAGE = 20;
const TRIGGERS = { schedule: 'by schedule', manual: 'by hand', start: 'on start' } as const;

function WorkerRuns({ workerKey: key }: { workerKey: WorkerKey }) {
  const list = trpc.automation.runs.useInfiniteQuery({ key, limit: PAGE }, PAGED);
  return (
    <CollapsedList
      list={list}
      loading="Loading the runs..."
      failed="The runs could not be loaded."
      empty={<EmptyState title="No runs yet" text="Press Start or Run now." />}
      about="runs"
      isOrdered
    >
      {({ id, status, startedAt, trigger, message, ...counts }) => (
        <li key={id} className="grid gap-1 rounded-card border border-line p-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Chip tone={RUN_LOOKS[status][0]}>{RUN_LOOKS[status][1]}</Chip>
            <span className="text-muted text-sm">
              <time dateTime={startedAt}>{formatTimestamp(startedAt)}</time>, {TRIGGERS[trigger]}
            </span>
          </p>
          <p className="[overflow-wrap:anywhere]">{message}</p>
          <p className="text-muted text-sm tabular-nums empty:hidden">{formatCounts({ message, ...counts })}</p>
        </li>
      )}
    </CollapsedList>
  );
}
