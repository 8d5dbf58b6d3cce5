import { Link } from '@tanstack/react-router';
import { trpc } from '../../trpc';
import { BOTTOM_BAR } from '../../ui/bottom-bar';
import { LoadMore } from '../../ui/load-more';
import { PageTitle } from '../../ui/page-title';
import { getRows, PAGED } from '../../ui/paged-list';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { MemberCard } from './member-card';
import { AddMember } from './member-dialogs';
import { TimeOffPanel, WaitingRequests } from './time-off-panel';

const PAGE = 24;

/** The company's members with their details, and their days off. */
export function TeamScreen() {
  const list = trpc.team.list.useInfiniteQuery({ limit: PAGE }, PAGED);
  const members = getRows(list);
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-sm:contents">
        <div className="mr-auto">
          <PageTitle>Team Management</PageTitle>
          <p className="mt-1 text-muted">Your team's contact details, access and time off.</p>
        </div>
        <div data-bottom-bar className={`flex flex-wrap gap-2 *:max-sm:grow ${BOTTOM_BAR}`}>
          <Link to="/team" className="button-ghost">
            Team Dashboard
          </Link>
          <AddMember />
        </div>
      </header>
      <WaitingRequests />
      {list.isPending && <ListSkeleton label="Loading team members..." />}
      {list.isError && <ErrorState text="The team members could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && members.length === 0 && (
        <EmptyState
          heading="h2"
          title="No Team Members"
          text="Add your first team member. They sign in on their phone with the password you give them."
        />
      )}
      {members.length > 0 && (
        <section aria-labelledby="members-title">
          <h2 id="members-title" className="sr-only">
            Team members
          </h2>
          <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
            {members.map((member) => (
              <MemberCard key={member.id} member={member} />
            ))}
          </ul>
        </section>
      )}
      <LoadMore list={list} />
      {members.length > 0 && (
        <div id="time-off" className="scroll-mt-20">
          <TimeOffPanel />
        </div>
      )}
    </>
  );
}
