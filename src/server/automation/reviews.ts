import { and, asc, eq, gt, gte, lte, notInArray, sql } from 'drizzle-orm';
import { clients, opportunities, outbox, workOrders } from '../../../db/schema';
import { phaseOf, showService } from '../../shared/dispatch';
import { isDaytime } from '../../shared/quiet-hours';
import { requiredEmail } from '../../shared/text';
import { addMinutes, businessDay, showDay } from '../../shared/time';
import { findBasis } from '../consents/service';
import { writeDraft } from '../mail/drafts';
import { prepared } from '../prepared';
import { getCompany, getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { plainLine, tellDay } from './lead';
import { noteDrafted, recordFinding } from './opportunities';
import { obstacleOf, type Person, personOf } from './people';

const given = sql.placeholder;
/** Days for which a finished job is news: later nobody is asked or thanked for it any more. */
const NEWS_DAYS = 7;
/** Days after which a message that still waits for approval has come too late. */
const DRAFT_DAYS = 14;
/** Jobs of one run; the next follows in a quarter of an hour. */
const MOST_JOBS = 25;

const jobColumns = {
  id: workOrders.id,
  number: workOrders.workOrderId,
  status: workOrders.status,
  serviceType: workOrders.serviceType,
  completedDate: workOrders.completedDate,
  clientId: workOrders.clientId,
  name: clients.name,
  email: clients.email,
};
type Job = Pick<typeof workOrders.$inferSelect, 'id' | 'status' | 'serviceType' | 'completedDate' | 'clientId'> &
  Record<'number' | 'name' | 'email', string>;

/** Those that nobody was asked or thanked for yet; whom nothing may be sent does not stand in the way of others. */
const freshJobs = prepared((db) =>
  db
    .select(jobColumns)
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .where(
      and(
        gt(workOrders.completedDate, given('from')),
        lte(workOrders.completedDate, given('to')),
        // Not sought by its status, which most jobs that ever were share.
        sql`+${workOrders.status} in ('complete', 'completed')`,
        sql`${clients.isActive} and not ${clients.doNotService} and ${clients.email} like '%_@_%'`,
        sql`not exists (select 1 from marketing_recipients where email = lower(${clients.email}) and unsubscribed_at is not null)`,
        sql`not exists (select 1 from outbox where dedupe_key = 'thank-you:workOrder:' || ${workOrders.id})`,
        sql`not exists (select 1 from opportunities where dedupe_key = 'review:workOrder:' || ${workOrders.id})`,
      ),
    )
    .orderBy(asc(workOrders.completedDate))
    .limit(given('limit'))
    .prepare(),
);
const jobById = prepared((db) =>
  db
    .select(jobColumns)
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .where(eq(workOrders.id, given('id')))
    .prepare(),
);
const requestTo = prepared((db) =>
  db
    .select({ relatedId: outbox.relatedId })
    .from(outbox)
    .where(
      and(
        eq(outbox.purpose, 'review-request'),
        eq(sql`lower(${outbox.to})`, sql`lower(${given('email')})`),
        gte(outbox.createdAt, given('since')),
        notInArray(outbox.status, ['cancelled', 'suppressed']),
        sql`${outbox.relatedId} is not ${given('except')}`,
      ),
    )
    .limit(1)
    .prepare(),
);
const requestOf = prepared((db) =>
  db
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(
      and(
        eq(opportunities.subjectType, 'client'),
        eq(opportunities.subjectId, given('clientId')),
        eq(opportunities.kind, 'review_request'),
        gte(opportunities.createdAt, given('since')),
        sql`${opportunities.status} <> 'expired' and ${opportunities.dedupeKey} <> ${given('except')}`,
      ),
    )
    .limit(1)
    .prepare(),
);

const keyOf = (id: number): string => `review:workOrder:${id}`;

/** Whether somebody was asked for a review, for another job than this one, within 180 days; by whatever client or address of theirs. */
function wasAsked(ctx: Ctx, { clients: known, emails }: Person, job: Pick<Job, 'id'>): boolean {
  const since = addMinutes(ctx.now(), -getSettings(ctx).automation.reviewCoolDownDays * 1440);
  return (
    emails.some((email) => requestTo(ctx.db).get({ email, since, except: job.id })) ||
    known.some(({ id }) => requestOf(ctx.db).get({ clientId: String(id), since, except: keyOf(job.id) }))
  );
}

function valuesOf(job: Job) {
  return {
    customerName: plainLine(job.name),
    service: `${showService(plainLine(job.serviceType)).toLowerCase()}${/clean/i.test(job.serviceType) ? '' : ' cleaning'}`,
    date: showDay(businessDay(job.completedDate ?? '')),
  };
}

const messageAbout = ({ id, email }: Job, purpose: string) => ({
  to: email,
  relatedType: 'workOrder',
  relatedId: id,
  dedupeKey: `${purpose}:workOrder:${id}`,
});

/** Asks for a review; false where consent allows no message, of which nothing is kept then. */
function askForReview(ctx: Ctx, runId: number, job: Job, clientId: number): boolean {
  const reviewLink = getCompany(ctx).reviews[0]?.href;
  if (!reviewLink) return false;
  const today = businessDay(ctx.now());
  const done = `${job.number} finished on ${tellDay(businessDay(job.completedDate ?? ''), today)}`;
  const row = recordFinding(ctx, runId, {
    kind: 'review_request',
    dedupeKey: keyOf(job.id),
    subjectType: 'client',
    subjectId: clientId,
    title: `Ask ${plainLine(job.name)} for a review`,
    reason: `${done}, not asked in the last ${getSettings(ctx).automation.reviewCoolDownDays} days`,
    evidence: [{ type: 'work-order', id: job.id, text: done }],
    // Everybody is asked alike, so that none is worth more than another.
    score: 50,
  });
  if (!row) return false;
  const values = { ...valuesOf(job), reviewLink };
  const outcome = writeDraft(ctx, {
    purpose: 'review-request',
    values,
    ...messageAbout(job, 'review-request'),
    opportunityId: row.id,
  });
  if (outcome === 'draft') noteDrafted(ctx, row);
  return true;
}

type Reviews = { examined: number; asked: number; thanked: number; waiting: number };

/**
 * Asks for a review 3 hours after a job, once in 180 days, and thanks for every other one; both only by day, so that those of the
 * evening wait for the morning (automation.md §3). Whoever may not be written to gets neither.
 */
export function askAndThank(ctx: Ctx, runId: number): Reviews {
  const { reviewAfterHours } = getSettings(ctx).automation;
  const due = addMinutes(ctx.now(), -reviewAfterHours * 60);
  const jobs = freshJobs(ctx.db).all({ from: addMinutes(new Date(due), -NEWS_DAYS * 1440), to: due, limit: MOST_JOBS });
  if (!isDaytime(ctx.now())) return { examined: jobs.length, asked: 0, thanked: 0, waiting: jobs.length };
  const counts = { examined: jobs.length, asked: 0, thanked: 0, waiting: 0 };
  for (const job of jobs) {
    if (!requiredEmail.safeParse(job.email).success || !findBasis(ctx, job.email)) continue;
    const person = personOf(ctx, { clientId: job.clientId, email: job.email });
    if (obstacleOf(person) !== null) continue;
    if (!wasAsked(ctx, person, job) && askForReview(ctx, runId, job, job.clientId)) counts.asked += 1;
    else {
      const outcome = writeDraft(ctx, { purpose: 'thank-you', values: valuesOf(job), ...messageAbout(job, 'thank-you') });
      if (outcome !== 'call-only' && outcome !== 'known') counts.thanked += 1;
    }
  }
  return counts;
}

/** Why a review request or a thank-you that waits for approval no longer holds, in words; null where it does. */
export function whyJobIsNoNews(ctx: Ctx, { id, purpose }: { id: number | null; purpose: 'review-request' | 'thank-you' }): string | null {
  const job = id === null ? undefined : jobById(ctx.db).get({ id });
  if (!job?.completedDate || phaseOf(job.status) !== 'done') return 'The job is not finished any more.';
  const person = personOf(ctx, { clientId: job.clientId, email: job.email });
  const obstacle = obstacleOf(person);
  if (obstacle !== null) return obstacle;
  if (addMinutes(ctx.now(), -DRAFT_DAYS * 1440) > job.completedDate) return `The job was more than ${DRAFT_DAYS} days ago.`;
  return purpose === 'review-request' && wasAsked(ctx, person, job) ? 'They were asked for a review already.' : null;
}
