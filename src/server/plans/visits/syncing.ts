import { and, eq, sql } from 'drizzle-orm';
import { hasRows } from '../../../../db/prepared';
import { jobComponents, workOrderAssignments } from '../../../../db/schema';
import { addDays } from '../../../shared/calendar-day';
import { getPhase } from '../../../shared/dispatch';
import type { KeptReason } from '../../../shared/plans';
import type { PlanEffect } from '../../../shared/plans-schemas';
import { businessDay, businessInstant } from '../../../shared/time';
import type { Ctx } from '../../context';
import { changeVisit, removeVisit, type VisitChange } from '../../dispatch/plan-visits/visits';
import { endDeposit } from '../../invoices/agreed/cancelled-deposit';
import { MOVED_DAYS, type PlanRow, type PlanValues, readChecklist } from '../rows';
import { type ClosedDays, findFirstDay, listServedDays, listVisitJobs, readClosedDaysAround, type VisitJob } from './days';
import { noteHeldDay } from './exceptions';
import { fillVisits, toVisitValues } from './generation';

export type Effects = Omit<PlanEffect, 'plan'>;

/** Returns whether a member has arrived at a job, or one of its tasks is ticked off. */
const hasBegun = ({ db }: Ctx, id: number): boolean =>
  hasRows(db, workOrderAssignments, and(eq(workOrderAssignments.workOrderId, id), sql`${workOrderAssignments.arrivedAt} is not null`)) ||
  hasRows(db, jobComponents, and(eq(jobComponents.workOrderId, id), eq(jobComponents.isCompleted, true)));

/** Returns the reason that a change of its plan leaves a visit as it is, or null for an untouched visit that is still to come. */
export function findKeptReason(ctx: Ctx, job: VisitJob): KeptReason | null {
  const phase = getPhase(job.status);
  if (phase === 'done') return 'finished';
  if (phase === 'cancelled') return 'cancelled';
  if (job.isInvoiced) return 'invoiced';
  if (phase !== 'planned' || job.scheduledDate <= ctx.now().toISOString() || hasBegun(ctx, job.id)) return 'begun';
  return job.detached ? 'detached' : null;
}

type Compared = ReturnType<typeof toVisitValues>;
/** Returns the values of a visit's job that differ between two versions of its plan. */
function listChanges(before: PlanValues, after: PlanValues): VisitChange {
  const [old, now] = [toVisitValues(before), toVisitValues(after)];
  const keys = (Object.keys(now) as (keyof Compared)[]).filter((key) => old[key] !== now[key]);
  return {
    ...Object.fromEntries(keys.map((key) => [key, now[key]])),
    // Without a checklist a visit has the components of its service.
    ...((before.checklist !== after.checklist || (after.checklist === null && before.serviceType !== after.serviceType)) && {
      checklist: readChecklist(after),
    }),
    ...(before.preferredMemberId !== after.preferredMemberId && {
      preferredMemberId: { before: before.preferredMemberId, now: after.preferredMemberId },
    }),
  };
}

/** Returns the changes that a job does not have yet. */
const pickMissing = (job: VisitJob, { checklist, preferredMemberId, ...values }: VisitChange): VisitChange => ({
  ...Object.fromEntries(Object.entries(values).filter(([key, value]) => job[key as keyof VisitJob] !== value)),
  ...(checklist && { checklist }),
  ...(preferredMemberId && { preferredMemberId }),
});

/**
 * Returns the days on which the visits of a plan are held, by their days of the rule. A pause leaves visits of the past alone. It applies
 * to a visit that is still to come even if its day of the rule has passed, because a closed day moved the visit.
 */
function readHeldDays(ctx: Ctx, plan: PlanRow, closed: ClosedDays, from: string): Map<string, string> {
  const today = businessDay(ctx.now());
  const past = listServedDays(ctx, { ...plan, status: 'active' }, closed, from).filter(({ on }) => on < today);
  const toCome = listServedDays(ctx, plan, closed, findFirstDay(closed, today)).filter(({ on }) => on >= today);
  return new Map([...past, ...toCome].map(({ date, on }) => [date, on]));
}

const toDay = ({ planId, planDate: date }: VisitJob) => ({ planId, date });

type Sync = {
  /** The plan before the change; without one only its days are compared. */
  before?: PlanValues;
  /** Reason for the removal of a visit, which its crew and client read. */
  reason: string;
};
/**
 * Brings the visits of a plan in line with it: removes those that it no longer serves, changes the others, and creates those that are
 * missing up to the horizon. Never touches a visit that is finished, begun, invoiced, edited by hand or cancelled; reports those that it
 * would have changed in the last 90 days. Call it inside a transaction.
 */
export function syncVisits(ctx: Ctx, plan: PlanRow, { before = plan, reason }: Sync): Effects {
  const today = businessDay(ctx.now());
  const jobs = listVisitJobs(ctx, plan.id, addDays(today, -MOVED_DAYS));
  const from = jobs[0]?.planDate ?? today;
  const closed = readClosedDaysAround(ctx);
  const heldDays = readHeldDays(ctx, plan, closed, from);
  const changes = listChanges(before, plan);
  const isTimed = before.startTime !== plan.startTime;
  const effects: Effects = { created: [], changed: [], removed: [], kept: [] };
  const toChange: (() => void)[] = [];
  for (const job of jobs) {
    const kept = findKeptReason(ctx, job);
    const on = heldDays.get(job.planDate);
    const scheduledDate = on === undefined ? undefined : businessInstant(on, plan.startTime);
    // Only a new time concerns the visits of the past, whose days may have been closed since.
    const isMoved = scheduledDate !== undefined && scheduledDate !== job.scheduledDate && (kept === null || isTimed);
    const missing = { ...pickMissing(job, changes), ...(isMoved && { scheduledDate }) };
    const isRemoved = scheduledDate === undefined;
    if (!isRemoved && Object.keys(missing).length === 0) continue;
    if (kept !== null) effects.kept.push({ workOrderId: job.id, reason: kept });
    else if (isRemoved) {
      noteHeldDay(ctx, toDay(job), null);
      removeVisit(ctx, job.id, reason, endDeposit);
      effects.removed.push(job.id);
    } else
      toChange.push(() => {
        if (on !== undefined && isMoved) noteHeldDay(ctx, toDay(job), on);
        changeVisit(ctx, job.id, missing);
        effects.changed.push(job.id);
      });
  }
  // Removed visits free their people first.
  for (const change of toChange) change();
  effects.created.push(...fillVisits(ctx, plan, closed));
  return effects;
}
