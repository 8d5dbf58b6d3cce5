import type { Member } from '../../../shared/team';
import { Chip, type Tone } from '../../ui/chip';

const ROLES: Record<Member['role'], { name: string; tone: Tone }> = {
  cleaner: { name: 'Cleaner', tone: 'quiet' },
  supervisor: { name: 'Supervisor', tone: 'active' },
  manager: { name: 'Manager', tone: 'waiting' },
};
export const getRoleName = (role: Member['role']): string => ROLES[role].name;

export const RoleChip = ({ role }: Pick<Member, 'role'>) => <Chip tone={ROLES[role].tone}>{ROLES[role].name}</Chip>;
export const ActiveChip = ({ isActive }: Pick<Member, 'isActive'>) => (
  <Chip tone={isActive ? 'good' : 'bad'}>{isActive ? 'Active' : 'Inactive'}</Chip>
);
