import { phoneHref } from '../../../shared/phone';
import { getFullName, type Member } from '../../../shared/team';
import { formatDateTime, formatDay } from '../../../shared/time';
import { TEXT_LINK } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { DeactivateMember, EditMember, ReactivateMember, ResetPassword } from './member-dialogs';
import { ActiveChip, RoleChip } from './team-chips';

export function MemberCard({ member }: { member: Member }) {
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
    ['Hire Date', formatDay(member.hireDate)],
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
    ['Last Login', member.lastLogin ? formatDateTime(member.lastLogin) : 'Not yet'],
    ['Password', mustChangePassword ? 'Temporary, not changed yet' : null],
    ['Notes', member.notes],
  ] as const;
