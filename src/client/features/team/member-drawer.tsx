import type { RouterOutputs } from '../../../server/router';
import { phoneHref } from '../../../shared/phone';
import { formatPrice } from '../../../shared/store-sums';
import { getFullName, type Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { TEXT_LINK } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { loadTogether } from '../../ui/loaded';
import { RatingsPanel } from '../../ui/ratings-panel';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { EditMember, ResetPassword } from './member-dialogs';
import { MemberStep } from './member-step';
import { ActiveChip, RoleChip } from './team-chips';
import { MemberHours } from './week-hours';

export function MemberDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const member = trpc.team.get.useQuery({ id });
  const rating = trpc.ratings.figures.useQuery({ teamMemberId: id });
  return (
    <RecordDrawer
      id={id}
      query={loadTogether(member, rating)}
      title={(data) => (data ? getFullName(data) : 'Team member')}
      chips={(data) => (
        <>
          <RoleChip {...data} />
          <ActiveChip {...data} />
        </>
      )}
      action={(data) => <EditMember member={data} />}
      footer={(data) => (
        <>
          <ResetPassword member={data} />
          <MemberStep member={data} />
        </>
      )}
      onClose={onClose}
      loading="Loading the team member..."
      failed="The team member could not be loaded."
      missing={
        <EmptyState title="No such team member" text="The link may have been mistyped." action="Show All Team Members" onAction={onClose} />
      }
    >
      {(data) => (
        <>
          <ContactLinks email={data.email} phone={data.phone} />
          {rating.data && <MemberRating rating={rating.data} />}
          <Facts facts={listFacts(data)} />
          {data.specializations.length > 0 && <Specializations words={data.specializations} />}
          <MemberHours id={id} />
          <RatingsPanel of={{ teamMemberId: id }} name={({ clientName }) => clientName} />
        </>
      )}
    </RecordDrawer>
  );
}

/** Shows the average of the ratings of the visits that the member led. */
const MemberRating = ({ rating: { average, count } }: { rating: RouterOutputs['ratings']['figures'] }) =>
  average && <p>{`Rated ${average} of 5 by clients, ${count} ${count === 1 ? 'rating' : 'ratings'}`}</p>;

const listFacts = ({ mustChangePassword, ...member }: Member) =>
  [
    ['Employee ID', member.employeeId],
    ['Hire Date', formatShortDate(member.hireDate)],
    ['Hourly Rate', member.hourlyRate && formatPrice(member.hourlyRate)],
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

const Specializations = ({ words }: { words: readonly string[] }) => (
  <div>
    <p className="text-muted text-sm">Specializations</p>
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {words.map((word) => (
        <li key={word} className="rounded-full bg-sage-100 px-2.5 py-1 text-sm [overflow-wrap:anywhere]">
          {word}
        </li>
      ))}
    </ul>
  </div>
);
