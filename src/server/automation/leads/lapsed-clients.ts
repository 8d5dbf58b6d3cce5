import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { invoices, workOrders } from '../../../../db/schema';
import { daysBetween, getQuarter } from '../../../shared/calendar-day';
import { formatCount } from '../../../shared/counts';
import { toSingleLine } from '../../../shared/message-text';
import { shortDate } from '../../../shared/staff-times';
import { median } from '../../../shared/statistics';
import { businessDay, formatDay, isInstant } from '../../../shared/time';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { isPaidInvoice, jobCents } from '../../market/past-jobs';
import { getSettings } from '../../settings/service';
import {
  type ClientRow,
  estimateJobValue,
  findClient,
  findPerson,
  hasUpcomingVisit,
  isFinished,
  isUpcoming,
  listClientsAfter,
  reasonNotToContact,
  startOfToday,
} from '../people';
import type { Read } from '../sweep';
import { formatPriceSuffix, formatShortDate } from '../wording';
import { type Judged, type Lead, scoreLead } from './lead';

/** The finished jobs of a client with their calendar days (sorted, distinct), and whether another visit is planned. */
type Visits = { jobs: number; days: string[]; isPlanned: boolean };

type Visitor = { id: number; client: ClientRow; visits: Visits };

function readVisits(ctx: Ctx, clients: readonly ClientRow[]): Visitor[] {
  const rows = ctx.db
    .select({
      id: workOrders.clientId,
      finished: sql<string>`json_group_array(${workOrders.completedDate}) filter (where ${isFinished})`,
      planned: sql<number>`count(*) filter (where ${isUpcoming(startOfToday(ctx))})`,
    })
    .from(workOrders)
    .where(
      inArray(
        workOrders.clientId,
        clients.map(({ id }) => id),
      ),
    )
    .groupBy(workOrders.clientId)
    .all();
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return clients.map((client) => {
    const { finished = '[]', planned = 0 } = rowById.get(client.id) ?? {};
    const instants: string[] = JSON.parse(finished);
    // Two jobs on one day are one visit.
    const days = new Set(instants.filter(isInstant).map((at) => businessDay(at)));
    return { id: client.id, client, visits: { jobs: instants.length, days: [...days].sort(), isPlanned: planned > 0 } };
  });
}

export const listClientsWithVisits: Read<Visitor> = (ctx, place) => readVisits(ctx, listClientsAfter(ctx, place));

/** Jobs that a lead names as evidence at most, the newest. */
const MOST_EVIDENCE = 5;

function reasonNoClientLead(client: ClientRow, { jobs, days, isPlanned }: Visits): string | null {
  if (client.mergedIntoId !== null) return 'This client was merged into another one.';
  if (days.length === 0) return jobs === 0 ? 'There is no finished job.' : 'The dates of their jobs are unreadable.';
  return reasonNotToContact({ clients: [client] }) ?? (isPlanned ? 'They booked again.' : null);
}

type Facts = Pick<Lead, 'causeKey' | 'dedupeKey' | 'title' | 'reason'> & { last: string; jobs: number; daysPastDue: number };
/** Returns the lead that both rules make, unless another client record of the same person has a visit ahead. */
function toLead(ctx: Ctx, kind: 'lead_lapsed' | 'lead_onetime', client: ClientRow, { last, jobs, daysPastDue, ...facts }: Facts): Judged {
  const person = findPerson(ctx, { clientId: client.id, email: client.email });
  if (hasUpcomingVisit(ctx, person)) return 'They booked again.';
  const evidence = ctx.db
    .select({ id: workOrders.id, number: workOrders.workOrderId, at: workOrders.completedDate, cents: jobCents })
    .from(workOrders)
    .leftJoin(invoices, isPaidInvoice)
    .where(and(eq(workOrders.clientId, client.id), isFinished))
    .orderBy(desc(workOrders.completedDate), desc(workOrders.id))
    .limit(MOST_EVIDENCE)
    .all()
    .map(({ id, number, at, cents }) => ({
      type: 'work-order',
      id,
      text: `Job finished on ${formatShortDate(ctx, at)}${formatPriceSuffix(cents)} (${formatWorkOrderId(number)})`,
    }));
  const values = { customerName: toSingleLine(client.name), lastVisit: formatDay(last), bookingLink: `${ctx.origin}/appointments` };
  const purpose = kind === 'lead_lapsed' ? 'lead-lapsed' : 'lead-onetime';
  return {
    ...facts,
    kind,
    subjectType: 'client',
    subjectId: client.id,
    evidence: [{ type: 'client', id: client.id, text: facts.reason }, ...evidence],
    score: scoreLead(kind, { jobs, daysPastDue }),
    value: estimateJobValue(ctx, { ...person, clients: [client] }),
    to: client.email,
    related: { relatedType: 'client', relatedId: client.id },
    write: (message) => writeDraft(ctx, { purpose, values, ...message }),
  };
}

/** Finds a client with nothing planned whose last visit is longer ago than 42 days and 1.5 times their median gap (the defaults). */
export function judgeLapsed(ctx: Ctx, { client, visits }: Visitor): Judged {
  const obstacle = reasonNoClientLead(client, visits);
  if (obstacle !== null) return obstacle;
  const { jobs, days } = visits;
  const last = days.at(-1) ?? '';
  const today = businessDay(ctx.now());
  const { lapsedDays, lapsedFactor } = getSettings(ctx).automation;
  const gap = median(days.slice(1).map((day, place) => daysBetween(days[place] ?? day, day)));
  const allowed = Math.max(lapsedDays, lapsedFactor * (gap ?? 0));
  const away = daysBetween(last, today);
  if (away <= allowed) return `The last job is ${formatCount(away, 'day')} ago.`;
  const usual = gap === undefined ? '' : `, usual gap ${formatCount(Math.round(gap), 'day')}`;
  const causeKey = `lapsed:client:${client.id}`;
  const lastDay = shortDate(last, today);
  return toLead(ctx, 'lead_lapsed', client, {
    ...{ causeKey, dedupeKey: `${causeKey}:${getQuarter(today)}`, last, jobs, daysPastDue: away - allowed },
    title: `${toSingleLine(client.name)} was last here on ${lastDay}`,
    reason: `${formatCount(jobs, 'job')}, last on ${lastDay}${usual}`,
  });
}

/** Finds a client with nothing planned whose only finished job is 21 to 45 days ago (the default bounds). */
export function judgeOneTime(ctx: Ctx, { client, visits }: Visitor): Judged {
  const obstacle = reasonNoClientLead(client, visits);
  if (obstacle !== null) return obstacle;
  const [last = ''] = visits.days;
  if (visits.jobs > 1) return 'They were here again.';
  const today = businessDay(ctx.now());
  const { oneTimeFromDays, oneTimeToDays } = getSettings(ctx).automation;
  const away = daysBetween(last, today);
  if (away < oneTimeFromDays || away > oneTimeToDays) return `Their only job is ${formatCount(away, 'day')} ago.`;
  const causeKey = `onetime:client:${client.id}`;
  const lastDay = shortDate(last, today);
  return toLead(ctx, 'lead_onetime', client, {
    ...{ causeKey, dedupeKey: causeKey, last, jobs: 1, daysPastDue: away - oneTimeFromDays },
    title: `${toSingleLine(client.name)} was here once, on ${lastDay}`,
    reason: `1 job, on ${lastDay}, nothing planned since`,
  });
}

export function judgeClient(ctx: Ctx, kind: 'lead_lapsed' | 'lead_onetime', id: number): Judged {
  const client = findClient(ctx, id);
  const [visitor] = readVisits(ctx, client ? [client] : []);
  if (!visitor) return 'This client does not exist any more.';
  return kind === 'lead_lapsed' ? judgeLapsed(ctx, visitor) : judgeOneTime(ctx, visitor);
}
