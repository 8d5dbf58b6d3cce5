import type { MapDay } from '../../../../shared/map';
import { DaySteps } from '../../../ui/day-steps';
import { isUsualDay } from '../../../ui/search-params';
import type { TeamSearch } from '../team-search';

type Member = TeamSearch['member'];
type DayControlsProps = {
  day: string;
  member: Member;
  counts: Pick<MapDay, 'members' | 'unassigned'> | undefined;
  onDay: (day: string) => void;
  onMember: (member: Member) => void;
};

const CONTROL = 'min-h-11 rounded-small border border-control bg-paper px-3';

export const DayControls = ({ day, member, counts, onDay, onMember }: DayControlsProps) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-5">
    <DaySteps day={day} onDay={onDay} />
    <label className="flex items-center gap-2 text-[15px]">
      <span className="text-muted max-sm:sr-only">Day</span>
      <input
        type="date"
        value={day}
        onChange={(event) => isUsualDay(event.target.value) && onDay(event.target.value)}
        className={`${CONTROL} max-sm:w-36 max-sm:text-sm`}
      />
    </label>
    <label className="flex min-w-0 items-center gap-2 text-[15px]">
      <span className="text-muted">Team member</span>
      <select value={member ?? ''} onChange={(event) => onMember(toMember(event.target.value))} className={`${CONTROL} min-w-0 max-w-64`}>
        <option value="">All team members</option>
        {counts?.members.map(({ id, name, jobs }) => (
          <option key={id} value={id}>{`${name} (${jobs})`}</option>
        ))}
        {typeof member === 'number' && !counts?.members.some(({ id }) => id === member) && (
          <option value={member}>Chosen member (no jobs)</option>
        )}
        <option value="none">Unassigned{counts ? ` (${counts.unassigned})` : ''}</option>
      </select>
    </label>
  </div>
);

const toMember = (value: string): Member => (value === 'none' ? value : value === '' ? undefined : Number(value));
