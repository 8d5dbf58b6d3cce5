import { and, desc, eq, sql } from 'drizzle-orm';
import { invoices, workOrders } from '../../../db/schema';
import { daysBetween, quarterOf } from '../../shared/calendar-day';
import { median } from '../../shared/statistics';
import { businessDay, isInstant, showDay } from '../../shared/time';
import { writeDraft } from '../mail/drafts';
import { isPaidInvoice, jobCents } from '../market/past-jobs';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { counted, type Judged, type LeadKind, plainLine, scoreOf, tellDay, tellJob } from './lead';
import { type ClientRow, findClient, firstOfToday, hasPlans, isAhead, isFinished, obstacleOf, personOf, usualValue } from './people';

/** How many jobs of a client were finished, on which calendar days of the company, and whether one is ahead. */
type Visits = { jobs: number; days: string[]; isPlanned: boolean };

const visitsByClient = prepared((db) =>
  db
    .select({
      id: workOrders.clientId,
      finished: sql<string>`json_group_array(${workOrders.completedDate}) filter (where ${isFinished})`,
      planned: sql<number>`count(*) filter (where ${isAhead})`,
    })
    .from(workOrders)
    .where(sql`${workOrders.clientId} in (select value from json_each(${sql.placeholder('ids')}))`)
    .groupBy(workOrders.clientId)
    .prepare(),
);

/** What the work orders of these clients say, in one look at their index. */
export function visitsOf(ctx: Ctx, ids: readonly number[]): (id: number) => Visits {
  const rows = visitsByClient(ctx.db).all({ ids: JSON.stringify(ids), today: firstOfToday(ctx) });
  const visits = new Map(
    rows.map(({ id, finished, planned }): [number, Visits] => {
      const instants: string[] = JSON.parse(finished);
      // Two jobs of one day are one visit, with no gap between them.
      const days = new Set(instants.filter(isInstant).map((at) => businessDay(at)));
      return [id, { jobs: instants.length, days: [...days].sort(), isPlanned: planned > 0 }];
    }),
  );
  return (id) => visits.get(id) ?? { jobs: 0, days: [], isPlanned: false };
}

/** Jobs that a lead names as its evidence, the newest. */
const MOST_EVIDENCE = 5;
const newestJobs = prepared((db) =>
  db
    .select({ id: workOrders.id, number: workOrders.workOrderId, at: workOrders.completedDate, cents: jobCents })
    .from(workOrders)
    .leftJoin(invoices, isPaidInvoice)
    .where(and(eq(workOrders.clientId, sql.placeholder('id')), isFinished))
    .orderBy(desc(workOrders.completedDate), desc(workOrders.id))
    .limit(MOST_EVIDENCE)
    .prepare(),
);

/** Why a client is no lead at all, in words, whatever their visits; null where they may be one. */
function whyLeftAlone(client: ClientRow, { jobs, days, isPlanned }: Visits): string | null {
  if (client.mergedIntoId !== null) return 'This client was merged into another one.';
  if (days.length === 0) return jobs === 0 ? 'There is no finished job.' : 'The dates of their jobs are unreadable.';
  return obstacleOf({ clients: [client] }) ?? (isPlanned ? 'They booked again.' : null);
}

/** The parts of a lead that both rules share. */
function aboutClient(ctx: Ctx, kind: LeadKind, client: ClientRow, facts: { told: string; jobs: number; daysPastDue: number }) {
  const person = personOf(ctx, { clientId: client.id, email: client.email });
  const today = businessDay(ctx.now());
  return {
    person,
    fields: {
      kind,
      subjectType: 'client' as const,
      subjectId: client.id,
      reason: facts.told,
      evidence: [
        { type: 'client', id: client.id, text: facts.told },
        ...newestJobs(ctx.db)
          .all({ id: client.id })
          .map((job) => ({ type: 'work-order', id: job.id, text: tellJob(job, today) })),
      ],
      score: scoreOf(kind, facts),
      value: usualValue(ctx, { ...person, clients: [client] }),
      to: client.email,
      related: { relatedType: 'client', relatedId: client.id },
    },
  };
}

/** A client who was not here for more than 42 days and than one and a half times their usual gap, with nothing planned (automation.md §3). */
export function judgeLapsed(ctx: Ctx, client: ClientRow, visits: Visits): Judged {
  const left = whyLeftAlone(client, visits);
  if (left !== null) return left;
  const { jobs, days } = visits;
  const last = days.at(-1) ?? '';
  const today = businessDay(ctx.now());
  const { lapsedDays, lapsedFactor } = getSettings(ctx).automation;
  const gap = median(days.slice(1).map((day, place) => daysBetween(days[place] ?? day, day)));
  const allowed = Math.max(lapsedDays, lapsedFactor * (gap ?? 0));
  const away = daysBetween(last, today);
  if (away <= allowed) return `The last job is ${counted(away, 'day')} ago.`;
  const usual = gap === undefined ? '' : `, usual gap ${counted(Math.round(gap), 'day')}`;
  const told = `${counted(jobs, 'job')}, last on ${tellDay(last, today)}${usual}`;
  const { person, fields } = aboutClient(ctx, 'lead_lapsed', client, { told, jobs, daysPastDue: away - allowed });
  if (hasPlans(ctx, person)) return 'They booked again.';
  const cause = `lapsed:client:${client.id}`;
  const values = { customerName: plainLine(client.name), lastVisit: showDay(last), bookingLink: `${ctx.origin}/appointments` };
  return {
    ...fields,
    cause,
    dedupeKey: `${cause}:${quarterOf(today)}`,
    title: `${plainLine(client.name)} was last here on ${tellDay(last, today)}`,
    write: (message) => writeDraft(ctx, { purpose: 'lead-lapsed', values, ...message }),
  };
}

/** A client whose only finished job is 21 to 45 days ago, with nothing planned (automation.md §3). */
export function judgeOneTime(ctx: Ctx, client: ClientRow, visits: Visits): Judged {
  const left = whyLeftAlone(client, visits);
  if (left !== null) return left;
  const [last = ''] = visits.days;
  if (visits.jobs > 1) return 'They were here again.';
  const today = businessDay(ctx.now());
  const { oneTimeFromDays, oneTimeToDays } = getSettings(ctx).automation;
  const away = daysBetween(last, today);
  if (away < oneTimeFromDays || away > oneTimeToDays) return `Their only job is ${counted(away, 'day')} ago.`;
  const told = `1 job, on ${tellDay(last, today)}, nothing planned since`;
  const { person, fields } = aboutClient(ctx, 'lead_onetime', client, { told, jobs: 1, daysPastDue: away - oneTimeFromDays });
  if (hasPlans(ctx, person)) return 'They booked again.';
  const cause = `onetime:client:${client.id}`;
  const values = { customerName: plainLine(client.name), lastVisit: showDay(last), bookingLink: `${ctx.origin}/appointments` };
  return {
    ...fields,
    cause,
    dedupeKey: cause,
    title: `${plainLine(client.name)} was here once, on ${tellDay(last, today)}`,
    write: (message) => writeDraft(ctx, { purpose: 'lead-onetime', values, ...message }),
  };
}

/** What the rule of a kind says of a client now. */
export function judgeClient(ctx: Ctx, kind: 'lead_lapsed' | 'lead_onetime', id: number): Judged {
  const client = findClient(ctx, id);
  if (!client) return 'This client does not exist any more.';
  const judge = kind === 'lead_lapsed' ? judgeLapsed : judgeOneTime;
  return judge(ctx, client, visitsOf(ctx, [id])(id));
}
