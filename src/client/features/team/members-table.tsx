import { phoneHref } from '../../../shared/phone';
import { getFullName, type MEMBER_ORDERS, type Member } from '../../../shared/team';
import { besideList } from '../../ui/beside-list';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { EditMember, ResetPassword } from './member-dialogs';
import { MemberStep } from './member-step';
import type { MembersSearch } from './members-search';
import { ActiveChip, getRoleName, RoleChip } from './team-chips';

const COLUMNS: readonly Column<Member, (typeof MEMBER_ORDERS)[number]>[] = [
  { key: 'name', head: 'Name', sort: 'name', cell: (member) => <TwoLines first={getFullName(member)} second={member.email} /> },
  { key: 'phone', head: 'Phone', width: 'w-36', from: 'md', isOptional: true, cell: ({ phone }) => phone },
  {
    key: 'employeeId',
    head: 'Employee ID',
    sort: 'employeeId',
    width: 'w-36',
    from: 'lg',
    isOptional: true,
    cell: ({ employeeId }) => employeeId,
  },
  { key: 'role', head: 'Role', width: 'w-32', cell: (member) => <RoleChip {...member} /> },
  { key: 'status', head: 'Status', width: 'w-28', cell: (member) => <ActiveChip {...member} /> },
];

type MembersTableProps = {
  list: PagedQuery<Member>;
  sort: MembersSearch['sort'];
  onSort: (sort: MembersSearch['sort']) => void;
  onAdd: () => void;
};

export const MembersTable = ({ onAdd, ...table }: MembersTableProps) => (
  <DataTable
    {...table}
    name="members"
    title="Team members"
    columns={COLUMNS}
    about={getFullName}
    open={({ id }) => besideList({ member: id })}
    select={{ table: 'team_members' }}
    action={(member) => <EditMember member={member} look={ROW_ACTION} />}
    menu={(member) => (
      <>
        <EditMember member={member} />
        <a href={phoneHref(member.phone)}>Call</a>
        <a href={`mailto:${member.email}`}>Email</a>
        <ResetPassword member={member} />
        <MemberStep member={member} />
      </>
    )}
    phone={(member) => [
      [getFullName(member), <ActiveChip key="status" {...member} />],
      [member.phone, getRoleName(member.role)],
    ]}
    loading="Loading team members..."
    failed="The team members could not be loaded."
    empty={
      <EmptyState
        heading="h2"
        title="No Team Members"
        text="Add your first team member. They sign in on their phone with the password you give them."
        action="Add Team Member"
        onAction={onAdd}
        look="button-primary"
      />
    }
  />
);
