import { useQueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AppRouter } from '../../../server/router';
import { applyActions, applyToCounters, type FieldAction, type FieldDashboard, type Job } from '../../../shared/field';
import type { MemberSession } from '../../../shared/session-keys';
import { MEMBER_SESSION_HOURS } from '../../../shared/team';
import { businessDay } from '../../../shared/time';
import { getNow, getToday } from '../../clock';
import { followChanges } from '../../live-stream';
import { getMilliseconds } from '../../milliseconds';
import { keepThisPage } from '../../service-worker';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { PageTitle } from '../../ui/page-title';
import { Section } from '../../ui/panel';
import { pressOnce } from '../../ui/press-once';
import { CompanyMark, useCompany } from '../../ui/public/company';
import { Spinner } from '../../ui/public/spinner';
import { EmptyState, ErrorState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { JobCard } from './job-card';
import { ChoosePassword, MemberAccount } from './member-account';
import { forgetJobs, keepJobs, type QueuedAction, readKeptJobs } from './phone-store';
import { useOutgoing } from './use-outgoing';

const followNetwork = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

type Kept = { dashboard: FieldDashboard; at: string };

/** Returns the stored jobs until the server has answered, and stores each answer. */
function useKeptJobs(
  { id: memberId, loginTime }: MemberSession,
  fresh: FieldDashboard | undefined,
): { isRead: boolean; kept: Kept | undefined } {
  const [state, setState] = useState<{ isRead: boolean; kept: Kept | undefined }>({ isRead: false, kept: undefined });
  // Reads the phone's database.
  useEffect(() => {
    let isLeaving = false;
    const isOver = !(getMilliseconds() - Date.parse(loginTime) < MEMBER_SESSION_HOURS * 3_600_000);
    const reading = isOver ? forgetJobs(memberId).then(() => undefined) : readKeptJobs(memberId);
    reading.then(
      (kept) => !isLeaving && setState({ isRead: true, kept }),
      () => !isLeaving && setState({ isRead: true, kept: undefined }),
    );
    return () => {
      isLeaving = true;
    };
  }, [memberId, loginTime]);
  // Writes it.
  useEffect(() => {
    if (fresh) void keepJobs(memberId, fresh, getNow()).catch(() => undefined);
  }, [memberId, fresh]);
  return state;
}

const isRefused = (error: { data?: { httpStatus?: number } | null } | null) =>
  error?.data?.httpStatus === 401 || error?.data?.httpStatus === 403;

export function FieldScreen({ member, onLoggedOut }: { member: MemberSession; onLoggedOut: () => void }) {
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const query = trpc.field.dashboard.useQuery({ id: member.id });
  const outgoing = useOutgoing({ memberId: member.id, onSessionLost: onLoggedOut });
  const { isRead, kept } = useKeptJobs(member, query.data);
  const dashboard = query.data ?? kept?.dashboard;
  const me = trpc.team.me.useQuery();
  const isLost = isRefused(query.error) || isRefused(me.error) || (me.data !== undefined && me.data.id !== member.id);
  // Opens the login when the session is lost.
  useEffect(() => {
    if (isLost) onLoggedOut();
  }, [isLost, onLoggedOut]);
  // Empties the query cache when the member changes.
  const queryClient = useQueryClient();
  useEffect(() => () => queryClient.clear(), [queryClient]);
  // Asks the service worker to store this page.
  useEffect(keepThisPage, []);
  const isOffline = !isOnline || (query.isError && !query.error.data);
  const jobs = applyActions(dashboard?.jobs ?? [], outgoing.waiting);
  if (!dashboard && (query.isPending || !isRead)) return <Spinner />;
  return (
    <div className="min-h-dvh bg-sage-50">
      <FieldHeader isOffline={isOffline} waiting={outgoing.waiting.length} onLoggedOut={onLoggedOut} />
      <main id="main" className="mx-auto grid max-w-3xl content-start gap-5 px-4 py-5">
        <div>
          <PageTitle>Welcome, {member.name}</PageTitle>
          <p className="mt-1 text-muted capitalize">{member.role}</p>
        </div>
        <ChoosePassword />
        <RefusedActions actions={outgoing.refused} onDismiss={outgoing.dismiss} onRetry={outgoing.retry} />
        {dashboard ? (
          <>
            <Counters counters={applyToCounters(dashboard.counters, dashboard.jobs, jobs, getToday())} />
            <Jobs jobs={jobs} onAction={outgoing.act} />
          </>
        ) : (
          <ErrorState text="Your jobs could not be loaded." onRetry={() => void query.refetch()} />
        )}
        <MemberAccount isOffline={isOffline} />
      </main>
      {isOnline && <FieldUpdates />}
    </div>
  );
}

function Counters({ counters }: { counters: FieldDashboard['counters'] }) {
  const figures = [
    ['Assigned Today', counters.assignedToday],
    ['Completed', counters.completed],
    ['In Progress', counters.inProgress],
    ['Issues', counters.issues],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
      {figures.map(([name, count]) => (
        <div key={name} className="grid gap-1 rounded-card border border-line bg-paper px-4 py-3">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums leading-none">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function getGroup(job: Job, today: string): string {
  const day = businessDay(job.scheduledDate);
  if (job.status === 'complete' || job.status === 'completed') return 'Done';
  if (job.status === 'enroute' || job.status === 'onsite' || job.status === 'in-progress') return 'Now';
  if (job.status === 'incomplete') return 'Issues';
  return day < today ? 'Overdue' : day === today ? 'Today' : 'Later';
}
const GROUPS = ['Now', 'Overdue', 'Today', 'Later', 'Issues', 'Done'] as const;

function Jobs({ jobs, onAction }: { jobs: readonly Job[]; onAction: ReturnType<typeof useOutgoing>['act'] }) {
  const today = getToday();
  if (jobs.length === 0)
    return <EmptyState heading="h2" title="No Work Orders Assigned" text="When the office gives you a job, it appears here by itself." />;
  return GROUPS.map((group) => {
    const rows = jobs.filter((job) => getGroup(job, today) === group);
    if (rows.length === 0) return null;
    return (
      <Section
        key={group}
        gap="gap-3"
        title={
          <>
            {group} <span className="font-normal text-muted tabular-nums">{rows.length}</span>
          </>
        }
      >
        <ul className="grid gap-4">
          {rows.map((job) => (
            <JobCard key={job.id} job={job} isOpen={group !== 'Done'} onAction={onAction} />
          ))}
        </ul>
      </Section>
    );
  });
}

function FieldUpdates() {
  const { field, team } = trpc.useUtils();
  // Follows the server's stream of changes, and reads the jobs again on each.
  useEffect(() => {
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    const reread = () => void Promise.all([field.invalidate(), team.invalidate()]);
    return followChanges({
      subscribe: (handlers) => client.field.changes.subscribe(undefined, handlers),
      onTopic: reread,
      onReturn: reread,
      onEnd: reread,
    });
  }, [field, team]);
  return null;
}

function FieldHeader({ isOffline, waiting, onLoggedOut }: { isOffline: boolean; waiting: number; onLoggedOut: () => void }) {
  const { shortName, logo } = useCompany();
  const [isAsking, setIsAsking] = useState(false);
  const logOut = trpc.team.logout.useMutation({ onSettled: onLoggedOut });
  return (
    <header className="on-pine sticky top-0 z-30 flex min-h-15 items-center gap-3 bg-pine-950 px-4 text-white">
      <CompanyMark className="size-7 shrink-0" />
      <span className="mr-auto truncate font-bold font-display text-lg tracking-display min-w-0" aria-hidden={logo !== null || undefined}>
        {shortName}
      </span>
      <p role="status" className="flex shrink-0 items-center gap-2 whitespace-nowrap text-sm tabular-nums">
        <span
          aria-hidden="true"
          className={`size-2.5 rounded-full ${isOffline ? 'bg-red-600' : waiting > 0 ? 'bg-citrus-400' : 'bg-sage-300'}`}
        />
        {isOffline && 'Offline'}
        {isOffline && waiting > 0 && ', '}
        {waiting > 0 && `${waiting} waiting`}
        {!isOffline && waiting === 0 && 'Synced'}
      </p>
      <button
        type="button"
        className="button-on-pine"
        aria-disabled={logOut.isPending}
        onClick={() => (waiting > 0 ? setIsAsking(true) : logOut.mutate())}
      >
        Logout
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Log out now?"
        text={`${waiting} ${waiting === 1 ? 'action waits' : 'actions wait'} on this phone. They are sent when you sign in again.`}
        action="Logout"
        onConfirm={() => logOut.mutate()}
      />
    </header>
  );
}

type RefusedActionsProps = {
  actions: readonly QueuedAction[];
  onDismiss: (place: number) => void;
  onRetry: (action: QueuedAction) => void;
};

function RefusedActions({ actions, onDismiss, onRetry }: RefusedActionsProps) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="refused-title" className="grid gap-3 rounded-card border border-red-600 bg-red-100 p-4">
      <h2 id="refused-title" className="font-bold text-lg">
        Not applied
      </h2>
      <ul className="grid gap-3">
        {actions.map((action) => (
          <li key={action.place} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">
                {action.clientName}: {formatAction(action)}
              </span>
              , {formatTimestamp(action.at)}
              <br />
              {action.refusal}
            </p>
            <button type="button" className="button-ghost" {...pressOnce(() => onRetry(action))}>
              Try Again
            </button>
            <button type="button" className="button-ghost" {...pressOnce(() => onDismiss(action.place))}>
              Got It
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatAction(action: FieldAction): string {
  if (action.kind === 'respond') return action.accepted ? 'Accept' : 'Decline';
  if (action.kind === 'status') return `Status ${action.status}`;
  if (action.kind === 'component') return `${action.component}: ${action.isCompleted ? 'Done' : 'Pending'}`;
  return action.kind === 'remark' ? `Remark: ${action.remarks}` : `Photo (${action.photoKind})`;
}
