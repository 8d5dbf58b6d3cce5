import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import { MemberCard } from './member-card';
import { AddMember } from './member-dialogs';
import { TimeOffPanel, WaitingRequests } from './time-off-panel';

const PAGE = 24;

export function TeamScreen() {
  const list = trpc.team.list.useInfiniteQuery({ limit: PAGE }, PAGED);
  const members = getRows(list);
  return (
    <>
      <ScreenHeader title="Team Management" text="Your team's contact details, access and time off." hasBar>
        <ScreenLink to="/team" label="Team Dashboard" />
        <AddMember />
      </ScreenHeader>
      <WaitingRequests />
      <PagedList
        list={list}
        loading="Loading team members..."
        failed="The team members could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title="No Team Members"
            text="Add your first team member. They sign in on their phone with the password you give them."
          />
        }
        title="Team members"
        layout="grid gap-4 md:grid-cols-2 2xl:grid-cols-3"
      >
        {(member) => <MemberCard key={member.id} member={member} />}
      </PagedList>
      {members.length > 0 && (
        <div id="time-off" className="scroll-mt-20">
          <TimeOffPanel />
        </div>
      )}
    </>
  );
}
