import { useQueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect, useState } from 'react';
import type { AppRouter } from '../../../server/router';
import { applyActions, applyToCounters, type FieldAction, type FieldDashboard } from '../../../shared/field';
import type { MemberSession } from '../../../shared/session-keys';
import { MEMBER_SESSION_HOURS } from '../../../shared/team';
import { getNow, getToday } from '../../clock';
import { followChanges } from '../../live-stream';
import { getMilliseconds } from '../../milliseconds';
import { keepThisPage } from '../../service-worker';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { PageTitle } from '../../ui/page-title';
import { pressOnce } from '../../ui/press-once';
import { CompanyMark, useCompany } from '../../ui/public/company';
import { ErrorState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { useOnline } from '../../ui/use-online';
import { Counters, JobList, JobListSkeleton } from './job-list';
import { ChoosePassword, MemberAccount } from './member-account';
import { forgetJobs, keepJobs, type QueuedAction, readKeptJobs } from './phone-store';
import { useOutgoing } from './use-outgoing';

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
  // Stores each answer in it.
  useEffect(() => {
    if (fresh) void keepJobs(memberId, fresh, getNow()).catch(() => undefined);
  }, [memberId, fresh]);
  return state;
}

const isRefused = (error: { data?: { httpStatus?: number } | null } | null) =>
  error?.data?.httpStatus === 401 || error?.data?.httpStatus === 403;

export function FieldScreen({ member, onLoggedOut }: { member: MemberSession; onLoggedOut: () => void }) {
  const isOnline = useOnline();
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
  const isLoading = !dashboard && (query.isPending || !isRead);
  return (
    <div className="min-h-dvh bg-sage-50">
      <FieldHeader isOffline={isOffline} waiting={outgoing.waiting.length} onLoggedOut={onLoggedOut} />
      <main id="main" className="mx-auto grid max-w-3xl content-start gap-3 px-4 py-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <PageTitle size="text-xl">Welcome, {member.name}</PageTitle>
          <p className="text-[15px] text-muted capitalize">{member.role}</p>
        </div>
        {!isLoading && <ChoosePassword />}
        <RefusedActions actions={outgoing.refused} onDismiss={outgoing.dismiss} onRetry={outgoing.retry} />
        {dashboard && (
          <>
            <Counters counters={applyToCounters(dashboard.counters, dashboard.jobs, jobs, getToday())} />
            <JobList jobs={jobs} onAction={outgoing.act} />
          </>
        )}
        {isLoading && <JobListSkeleton />}
        {!dashboard && !isLoading && <ErrorState text="Your jobs could not be loaded." onRetry={() => void query.refetch()} />}
        {!isLoading && <MemberAccount isOffline={isOffline} />}
      </main>
      {isOnline && <FieldUpdates />}
    </div>
  );
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
          className={`size-2.5 rounded-full ${isOffline ? 'bg-red-600' : waiting > 0 ? 'bg-citrus-400' : 'bg-white/75'}`}
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
