import { phoneHref } from '../../../shared/phone';
import { getFullName, type Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { AddMember, DeactivateMember, EditMember, ReactivateMember, ResetPassword } from './member-dialogs';
import { ActiveChip, RoleChip } from './team-chips';
import { TimeOffPanel, WaitingRequests } from './time-off-panel';

const PAGE = 24;

export function TeamScreen({ member }: { member?: number | undefined }) {
  if (member !== undefined) return <OneMember id={member} />;
  return <AllMembers />;
}

function OneMember({ id }: { id: number }) {
  const member = trpc.team.get.useQuery({ id });
  return (
    <>
      <ScreenHeader title="Team Management" text="Contact details and access of one team member." hasBar>
        <ScreenLink to="/team-management" search={{}} label="Show All Team Members" />
      </ScreenHeader>
      <Loaded
        query={member}
        loading="Loading the team member..."
        failed="The team member could not be loaded."
        missing={<EmptyState heading="h2" title="No such team member" text="The link may have been mistyped." />}
      >
        {(data) => (
          <ul className="grid gap-4 md:grid-cols-2">
            <MemberCard member={data} />
          </ul>
        )}
      </Loaded>
    </>
  );
}

function AllMembers() {
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

function MemberCard({ member }: { member: Member }) {
  const { email, phone, role, isActive, specializations } = member;
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-paper p-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-start gap-2">
          <h3 className="mr-auto min-w-0 font-bold text-lg [overflow-wrap:anywhere]">{getFullName(member)}</h3>
          <RoleChip role={role} />
          <ActiveChip isActive={isActive} />
        </div>
        <ContactLinks email={email} phone={phone} />
      </div>
      <Facts facts={listFacts(member)} />
      {specializations.length > 0 && (
        <div>
          <p className="text-muted text-sm">Specializations</p>
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {specializations.map((word) => (
              <li key={word} className="rounded-full bg-sage-100 px-2.5 py-1 text-sm [overflow-wrap:anywhere]">
                {word}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <EditMember member={member} />
        <ResetPassword member={member} />
        {isActive ? <DeactivateMember member={member} /> : <ReactivateMember member={member} />}
      </div>
    </li>
  );
}

const listFacts = ({ mustChangePassword, ...member }: Member) =>
  [
    ['Employee ID', member.employeeId],
    ['Hire Date', formatShortDate(member.hireDate)],
    ['Hourly Rate', member.hourlyRate && `$${member.hourlyRate}`],
    ['Address', member.address],
    [
      'Emergency Contact',
      (member.emergencyContact || member.emergencyPhone) && (
        <>
          {member.emergencyContact}{' '}
          {member.emergencyPhone && (
            <a className={TEXT_LINK} href={phoneHref(member.emergencyPhone)}>
              {member.emergencyPhone}
            </a>
          )}
        </>
      ),
    ],
    ['Last Login', member.lastLogin ? formatTimestamp(member.lastLogin) : 'Not yet'],
    ['Password', mustChangePassword ? 'Temporary, not changed yet' : null],
    ['Notes', member.notes],
  ] as const;
