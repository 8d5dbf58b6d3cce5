import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DayPlan, PlanEntry } from '../../../../shared/assignments';
import { getPhase, OPEN_STATUSES } from '../../../../shared/dispatch';
import { ScreenLink } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { DaySteps } from '../../../ui/day-steps';
import { Loaded } from '../../../ui/loaded';
import { isUsualDay } from '../../../ui/search-params';
import { EmptyState } from '../../../ui/states';
import { formatLongDay, formatTime } from '../../../ui/times';
import type { AssignRequest } from './assign-dialog';
import { assignLanes, type DaySpan, findDaySpan, getLength, listHours, placeJob } from './day-span';
import { makeDraggable, takeDrops } from './dragging';
import { useDrop } from './drop-job';

type DayTimelineProps = {
  day: string;
  plan: Parameters<typeof Loaded<DayPlan>>[0]['query'] & { isPlaceholderData: boolean };
  /** The member whose day a phone shows; all members if undefined. */
  memberId: number | undefined;
  onDay: (day: string) => void;
  onMember: (memberId: number | undefined) => void;
  onAssign: (request: AssignRequest) => void;
  onOpen: (jobId: number) => void;
};

/** Shows the day of each member: as lanes on one scale of hours, on a phone as an agenda. */
export const DayTimeline = ({ day, plan, memberId, onDay, onMember, onAssign, onOpen }: DayTimelineProps) => (
  <section aria-labelledby="timeline-title" className="grid gap-2">
    <div className="flex flex-wrap items-center gap-1.5">
      <h2 id="timeline-title" className="mr-auto font-bold text-xl max-sm:w-full">
        {formatLongDay(day)}
      </h2>
      <p className="mr-2 text-muted text-sm max-lg:hidden">Drag a job onto a team member, or select it to change its crew.</p>
      <DaySteps day={day} onDay={onDay} />
      <label>
        <span className="sr-only">Day</span>
        <input
          type="date"
          value={day}
          onChange={(event) => isUsualDay(event.target.value) && onDay(event.target.value)}
          className="min-h-11 rounded-full border border-control bg-paper px-2.5 text-[15px] max-sm:w-[9rem] max-sm:text-sm"
        />
      </label>
    </div>
    <Loaded query={plan} loading="Loading the day..." failed="The day could not be loaded.">
      {(data) =>
        data.members.length === 0 ? (
          <EmptyState title="No Team Members" text="Add members in Team Management, and their day appears here.">
            <ScreenLink to="/team-management" search={{ new: 1 }} look="button-dark mt-2" label="Add a Team Member" />
          </EmptyState>
        ) : (
          <div aria-busy={plan.isPlaceholderData} className={clsx('grid gap-2', plan.isPlaceholderData && 'opacity-60')}>
            <MemberChoice plan={data} memberId={memberId} onMember={onMember} />
            <Rows plan={data} memberId={memberId} onOpen={onOpen} onAssign={onAssign} />
          </div>
        )
      }
    </Loaded>
  </section>
);

type MemberChoiceProps = { plan: DayPlan; memberId: number | undefined; onMember: (memberId: number | undefined) => void };

const MemberChoice = ({ plan, memberId, onMember }: MemberChoiceProps) => (
  <label className="lg:hidden">
    <span className="sr-only">Team member</span>
    <select
      value={memberId ?? ''}
      onChange={(event) => onMember(Number(event.target.value) || undefined)}
      className="min-h-11 w-full rounded-small border border-control bg-paper px-3"
    >
      <option value="">Everyone</option>
      {plan.members.map(({ member }) => (
        <option key={member.id} value={member.id}>
          {member.name}
        </option>
      ))}
    </select>
  </label>
);

type RowsProps = {
  plan: DayPlan;
  memberId: number | undefined;
  onOpen: (jobId: number) => void;
  onAssign: (request: AssignRequest) => void;
};

/** Hours whose names fit beside each other; of a longer day only every second one is named. */
const MOST_HOUR_NAMES = 15;

function Rows({ plan, memberId, ...row }: RowsProps) {
  const span = findDaySpan(plan);
  const hours = listHours(span);
  const isKnown = plan.members.some(({ member }) => member.id === memberId);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-paper">
      <div aria-hidden="true" className="hidden border-line border-b lg:grid lg:grid-cols-[170px_minmax(0,1fr)]">
        <span />
        <span className="grid" style={{ gridTemplateColumns: `repeat(${hours.length}, minmax(0, 1fr))` }}>
          {hours.map((hour, place) => (
            <span key={hour} className="whitespace-nowrap border-line border-l px-1 text-[11.5px] text-muted tabular-nums leading-6">
              {(hours.length <= MOST_HOUR_NAMES || place % 2 === 0) && `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`}
            </span>
          ))}
        </span>
      </div>
      <ul className="grid divide-y divide-line">
        {plan.members.map((member) => (
          <MemberRow key={member.member.id} row={member} span={span} isChosen={!isKnown || member.member.id === memberId} {...row} />
        ))}
      </ul>
    </div>
  );
}

const formatMinutes = (minutes: number) => `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;

type MemberRowProps = Pick<RowsProps, 'onOpen' | 'onAssign'> & { row: DayPlan['members'][number]; span: DaySpan; isChosen: boolean };

function MemberRow({ row: { member, plannedMinutes, timeOff, jobs }, span, isChosen, onOpen, onAssign }: MemberRowProps) {
  const line = useRef<HTMLLIElement>(null);
  const [isOver, setIsOver] = useState(false);
  const give = useDrop(member.id, onAssign);
  const lanes = assignLanes(jobs, span);
  // Registers the row with the drag and drop library.
  useEffect(() => (line.current ? takeDrops(line.current, give, setIsOver) : undefined), [give]);
  return (
    <li
      ref={line}
      className={clsx('lg:grid lg:grid-cols-[170px_minmax(0,1fr)]', isOver && 'bg-citrus-400/25', !isChosen && 'max-lg:hidden')}
    >
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2 lg:content-center lg:py-1 lg:leading-tight">
        <h3 className="font-semibold font-text text-[15px] leading-5 tracking-normal [overflow-wrap:anywhere]">{member.name}</h3>
        <p className="text-[13px] text-muted tabular-nums">
          {plannedMinutes > 0 ? `${formatMinutes(plannedMinutes)} planned` : 'nothing planned'}
        </p>
        {timeOff !== null && <Chip tone="waiting">{timeOff ? `off: ${timeOff}` : 'off'}</Chip>}
      </div>
      <ul
        style={{ '--lanes': Math.max(0, ...lanes), '--hours': listHours(span).length } as React.CSSProperties}
        className={clsx(
          'relative grid gap-1.5 px-3 pb-2 empty:hidden lg:block lg:min-h-[calc(46px+var(--lanes)*42px)] lg:p-0 lg:empty:block',
          'lg:bg-[repeating-linear-gradient(to_right,var(--color-line)_0_1px,transparent_1px_calc(100%/var(--hours)))]',
          timeOff !== null && 'lg:bg-amber-100/40',
        )}
      >
        {jobs.map((entry, place) => (
          <Job key={entry.order.id} entry={entry} span={span} memberId={member.id} lane={lanes[place] ?? 0} onOpen={onOpen} />
        ))}
      </ul>
    </li>
  );
}

const LOOKS = {
  planned: 'border-amber-700/40 bg-amber-100',
  active: 'border-blue-700/40 bg-blue-100',
  done: 'border-pine-600/40 bg-sage-100',
  problem: 'border-red-600/40 bg-red-100',
  cancelled: 'border-line bg-paper',
} as const;

type JobProps = { entry: PlanEntry; span: DaySpan; memberId: number; lane: number; onOpen: (jobId: number) => void };

function Job({ entry, span, memberId, lane, onOpen }: JobProps) {
  const { order, assignmentId } = entry;
  const block = useRef<HTMLLIElement>(null);
  const hasPlace = order.crewCount < order.crewSize;
  const isMovable = assignmentId !== null && (getPhase(order.status) === 'planned' || (hasPlace && OPEN_STATUSES.includes(order.status)));
  // Registers the block with the drag and drop library.
  useEffect(
    () =>
      block.current && isMovable
        ? makeDraggable(block.current, { order, assignmentId: hasPlace ? null : assignmentId, memberId })
        : undefined,
    [order, assignmentId, memberId, isMovable, hasPlace],
  );
  const [from, minutes] = placeJob(entry, span);
  const length = getLength(span);
  return (
    <li
      ref={block}
      style={{ '--from': `${(from / length) * 100}%`, '--width': `${(minutes / length) * 100}%`, '--lane': lane } as React.CSSProperties}
      className="lg:absolute lg:top-[calc(4px+var(--lane)*42px)] lg:left-(--from) lg:w-(--width)"
    >
      <button
        type="button"
        onClick={() => onOpen(order.id)}
        className={clsx(
          'w-full rounded-small border px-2.5 py-1 text-left text-[13px] leading-[18px] max-lg:min-h-12 lg:h-[38px] lg:overflow-hidden lg:px-1.5 lg:py-0 lg:text-[12.5px] lg:leading-[17px]',
          LOOKS[getPhase(order.status)],
          isMovable && 'cursor-grab',
        )}
      >
        <span className="block truncate font-semibold">
          {order.overbooked && getPhase(order.status) === 'planned' && (
            <>
              <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px] text-red-600" />
              <span className="sr-only">Overbooked: </span>
            </>
          )}
          {order.client.name}
        </span>
        <span className="block truncate tabular-nums">
          {order.crewSize > 1 && `${order.crewCount} of ${order.crewSize} · `}
          {formatTime(order.scheduledDate)} · {order.status}
        </span>
      </button>
    </li>
  );
}
