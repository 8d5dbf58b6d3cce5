import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { DayPlan, PlanEntry } from '../../../../shared/assignments';
import { canSendDate } from '../../../../shared/date-mails';
import { getPhase } from '../../../../shared/dispatch';
import { getNow } from '../../../clock';
import { trpc } from '../../../trpc';
import { Chip } from '../../../ui/chip';
import { DaySteps } from '../../../ui/day-steps';
import { Loaded } from '../../../ui/loaded';
import { EmptyState } from '../../../ui/states';
import { formatLongDay, formatTime } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';
import type { AssignRequest } from './assign-dialog';
import { assignLanes, type DaySpan, findDaySpan, getLength, listHours, placeJob } from './day-span';
import { type DraggedJob, makeDraggable, takeDrops } from './dragging';
import { JobDialog } from './job-dialog';

type DayTimelineProps = { day: string; onDay: (day: string) => void; onAssign: (request: AssignRequest) => void };

export function DayTimeline({ day, onDay, onAssign }: DayTimelineProps) {
  const plan = trpc.dispatch.planDay.useQuery({ day });
  const [opened, setOpened] = useState<PlanEntry | undefined>();
  return (
    <section aria-labelledby="timeline-title" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="timeline-title" className="mr-auto font-bold text-xl">
          {formatLongDay(day)}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <DaySteps day={day} onDay={onDay} />
          <label>
            <span className="sr-only">Day</span>
            <input
              type="date"
              value={day}
              onChange={(event) => event.target.value && onDay(event.target.value)}
              className="min-h-11 rounded-full border border-control bg-paper px-4 text-[15px]"
            />
          </label>
        </div>
      </div>
      <p className="text-muted text-sm">Drag a job onto a team member, or select it to move it.</p>
      <Loaded query={plan} loading="Loading the day..." failed="The day could not be loaded.">
        {(data) =>
          data.members.length === 0 ? (
            <EmptyState title="No Team Members" text="Add members in Team Management, and their day appears here." />
          ) : (
            <Rows plan={data} onOpen={setOpened} onAssign={onAssign} />
          )
        }
      </Loaded>
      {opened && (
        <JobDialog
          entry={opened}
          onClose={() => setOpened(undefined)}
          onMove={(request) => {
            setOpened(undefined);
            onAssign(request);
          }}
        />
      )}
    </section>
  );
}

type RowsProps = { plan: DayPlan; onOpen: (entry: PlanEntry) => void; onAssign: (request: AssignRequest) => void };

function Rows({ plan, onOpen, onAssign }: RowsProps) {
  const span = findDaySpan(plan);
  const hours = listHours(span);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-paper">
      <div aria-hidden="true" className="hidden border-line border-b lg:grid lg:grid-cols-[190px_minmax(0,1fr)]">
        <span />
        <span className="grid" style={{ gridTemplateColumns: `repeat(${hours.length}, minmax(0, 1fr))` }}>
          {hours.map((hour) => (
            <span key={hour} className="border-line border-l px-1 py-1.5 text-[12.5px] text-muted tabular-nums">
              {hour % 12 || 12} {hour < 12 ? 'a.m.' : 'p.m.'}
            </span>
          ))}
        </span>
      </div>
      <ul className="grid divide-y divide-line">
        {plan.members.map((row) => (
          <MemberRow key={row.member.id} row={row} span={span} onOpen={onOpen} onAssign={onAssign} />
        ))}
      </ul>
    </div>
  );
}

const formatMinutes = (minutes: number) => `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;

function MemberRow({
  row: { member, plannedMinutes, timeOff, jobs },
  span,
  onOpen,
  onAssign,
}: { row: DayPlan['members'][number]; span: DaySpan } & Omit<RowsProps, 'plan'>) {
  const line = useRef<HTMLLIElement>(null);
  const [isOver, setIsOver] = useState(false);
  const give = useDrop(member.id, onAssign);
  const lanes = assignLanes(jobs, span);
  // Registers the row with the drag and drop library.
  useEffect(() => (line.current ? takeDrops(line.current, give, setIsOver) : undefined), [give]);
  return (
    <li ref={line} className={clsx('lg:grid lg:grid-cols-[190px_minmax(0,1fr)]', isOver && 'bg-citrus-400/25')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 lg:grid lg:content-center lg:gap-0.5">
        <h3 className="font-semibold leading-tight [overflow-wrap:anywhere]">{member.name}</h3>
        <p className="text-muted text-sm tabular-nums">
          {plannedMinutes > 0 ? `${formatMinutes(plannedMinutes)} planned` : 'nothing planned'}
        </p>
        {timeOff !== null && (
          <p>
            <Chip tone="waiting">{timeOff ? `off: ${timeOff}` : 'off'}</Chip>
          </p>
        )}
      </div>
      <ul
        style={{ '--lanes': Math.max(0, ...lanes), '--hours': listHours(span).length } as React.CSSProperties}
        className={clsx(
          'relative grid gap-2 px-4 pb-3 empty:hidden lg:block lg:min-h-[calc(64px+var(--lanes)*28px)] lg:p-0 lg:empty:block',
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

/** Assigns a dropped job to a member: at once, or in the dialog if there are warnings or the client can be sent the date. */
function useDrop(memberId: number, onAssign: (request: AssignRequest) => void): (job: DraggedJob) => void {
  const meta = { failure: 'Failed to assign work order. Please try again.' };
  const onSuccess = () => showToast({ title: 'Work Order Assigned', description: 'The team member gets an email.' });
  const { mutate: assign } = trpc.dispatch.assign.useMutation({ meta, onSuccess });
  const { mutate: move } = trpc.dispatch.moveAssignment.useMutation({ meta, onSuccess });
  const utils = trpc.useUtils();
  const drop = useRef<(job: DraggedJob) => void>(undefined);
  // Updates the drop handler without registering the row again.
  useEffect(() => {
    drop.current = ({ order, assignmentId, memberId: holder }) => {
      if (holder === memberId) return;
      const request = { orders: [order], memberId, ...(assignmentId && { assignmentId }) };
      if (!assignmentId && canSendDate(order, getNow())) return onAssign(request);
      utils.dispatch.checkAssignment
        .fetch({ workOrderId: order.id, teamMemberId: memberId }, { staleTime: 0 })
        .then(({ warnings }) => {
          if (warnings.length > 0) onAssign(request);
          else if (assignmentId) move({ id: assignmentId, teamMemberId: memberId });
          else assign({ workOrderId: order.id, teamMemberId: memberId, notifyClient: false });
        })
        .catch(() => showToast({ title: 'Error', description: meta.failure, kind: 'destructive' }));
    };
  });
  const [give] = useState(() => (job: DraggedJob) => drop.current?.(job));
  return give;
}

const LOOKS = {
  planned: 'border-amber-700/40 bg-amber-100',
  active: 'border-blue-700/40 bg-blue-100',
  done: 'border-pine-600/40 bg-sage-100',
  problem: 'border-red-600/40 bg-red-100',
  cancelled: 'border-line bg-paper',
} as const;

type JobProps = { entry: PlanEntry; span: DaySpan; memberId: number; lane: number; onOpen: (entry: PlanEntry) => void };

function Job({ entry, span, memberId, lane, onOpen }: JobProps) {
  const { order, assignmentId } = entry;
  const block = useRef<HTMLLIElement>(null);
  const isMovable = assignmentId !== null && getPhase(order.status) === 'planned';
  // Registers the block with the drag and drop library.
  useEffect(
    () => (block.current && isMovable ? makeDraggable(block.current, { order, assignmentId, memberId }) : undefined),
    [order, assignmentId, memberId, isMovable],
  );
  const [from, minutes] = placeJob(entry, span);
  const length = getLength(span);
  return (
    <li
      ref={block}
      style={{ '--from': `${(from / length) * 100}%`, '--width': `${(minutes / length) * 100}%`, '--lane': lane } as React.CSSProperties}
      className="lg:absolute lg:top-[calc(6px+var(--lane)*28px)] lg:left-(--from) lg:w-(--width)"
    >
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className={clsx(
          'w-full rounded-small border px-2.5 py-1.5 text-left text-[13.5px] leading-snug max-lg:min-h-11 lg:h-[52px] lg:overflow-hidden',
          LOOKS[getPhase(order.status)],
          isMovable && 'cursor-grab',
        )}
      >
        <span className="block truncate font-semibold">{order.client.name}</span>
        <span className="block truncate tabular-nums">
          {formatTime(order.scheduledDate)} · {order.status}
        </span>
      </button>
    </li>
  );
}
