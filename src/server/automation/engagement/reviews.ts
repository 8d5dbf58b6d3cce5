import { and, asc, eq, gt, gte, inArray, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { prepared, preparedFor } from '../../../../db/prepared';
import { clients, opportunities, outbox, workOrders } from '../../../../db/schema';
import { emailKey } from '../../../../db/schema/checks';
import type { Sliced } from '../../../../db/slices';
import { DEFAULT_AUTOMATION } from '../../../shared/automation-settings';
import { formatService, getPhase } from '../../../shared/dispatch';
import { toSingleLine } from '../../../shared/message-text';
import { isDaytime } from '../../../shared/quiet-hours';
import { shortDate } from '../../../shared/staff-times';
import { addMinutes, businessDay, formatDay, isInstant } from '../../../shared/time';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import type { Ctx } from '../../context';
import { writeDraft } from '../../mail/drafts';
import { getContactHours, getSettings } from '../../settings/service';
import { listAbout, noteDrafted, recordFinding } from '../opportunities';
import { findPerson, mayWriteTo, type Person, reasonNotToContact, startOfToday } from '../people';
import { atRow } from '../row-fault';
import type { RunUnderWay } from '../sweep';
import { formatPriceSuffix } from '../wording';

/** Jobs that one run handles at most. */
const MOST_JOBS = 25;

const selectJobs = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: workOrders.id,
      number: workOrders.workOrderId,
      status: workOrders.status,
      serviceType: workOrders.serviceType,
      completedDate: workOrders.completedDate,
      cents: workOrders.totalAmountCents,
      clientId: workOrders.clientId,
      name: clients.name,
      email: clients.email,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .where(condition)
    .orderBy(asc(workOrders.completedDate))
    .limit(MOST_JOBS);
const jobById = prepared((db) => selectJobs(db, eq(workOrders.id, sql.placeholder('id'))));
type Job = NonNullable<ReturnType<typeof findFinishedJob>>;
function findFinishedJob({ db }: Ctx, id: number) {
  const job = jobById(db).get({ id });
  return job?.completedDate && getPhase(job.status) === 'done' ? { ...job, completedDate: job.completedDate } : undefined;
}

/** Condition: a message of these kinds went to the address of a job's client since an instant. */
const hadMessage = (purposes: string, since: SQL) =>
  sql`exists (select 1 from outbox where purpose in (${sql.raw(purposes)}) and ${emailKey(sql`"to"`)} = ${emailKey(sql`${clients.email}`)}
    and created_at >= ${since} and status not in ('cancelled', 'suppressed'))`;

/**
 * Returns the ids of finished jobs without a review request or thank-you. Leaves out clients who can get neither, so that they do not use
 * up the limit.
 */
function listFreshJobs(ctx: Ctx, from: string, to: string, mayThank: boolean): number[] {
  const { reviewCoolDownDays, thanksCoolDownDays, reviewLink } = getSettings(ctx).automation;
  // The start of the cool-down of thank-you messages before a job.
  const thankedSince = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${workOrders.completedDate}, ${`-${thanksCoolDownDays} days`})`;
  const hadRequest = hadMessage("'review-request'", sql`${daysAgo(ctx, reviewCoolDownDays)}`);
  const getsNoRequest = reviewLink === '' ? sql`true` : hadRequest;
  const getsNoThanks = mayThank ? hadMessage("'review-request', 'thank-you'", thankedSince) : sql`true`;
  const jobs = selectJobs(
    ctx.db,
    and(
      gt(workOrders.completedDate, from),
      lte(workOrders.completedDate, to),
      // The plus avoids the index of statuses, since most jobs ever made share this status.
      sql`+${workOrders.status} in ('complete', 'completed')`,
      sql`${clients.isActive} and not ${clients.doNotService} and ${clients.email} like '%_@_%'`,
      sql`not exists (select 1 from marketing_recipients where ${emailKey(sql`marketing_recipients.email`)} = ${emailKey(sql`${clients.email}`)} and unsubscribed_at is not null)`,
      sql`not exists (select 1 from outbox where dedupe_key = 'thank-you:workOrder:' || ${workOrders.id})`,
      sql`not exists (select 1 from opportunities where dedupe_key = 'review:workOrder:' || ${workOrders.id})`,
      sql`not (${getsNoRequest} and ${getsNoThanks})`,
    ),
  );
  return jobs.all().map(({ id }) => id);
}

type Purpose = 'review-request' | 'thank-you';
const messageTo = preparedFor((db, { purposes }: { purposes: readonly Purpose[] }) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        inArray(outbox.purpose, purposes),
        eq(emailKey(sql`${outbox.to}`), emailKey(sql`${sql.placeholder('email')}`)),
        gte(outbox.createdAt, sql.placeholder('since')),
        notInArray(outbox.status, ['cancelled', 'suppressed']),
        sql`${outbox.relatedId} is not ${sql.placeholder('jobId')}`,
      ),
    )
    .limit(1),
);
/** Returns true if one of these messages about another job went to a person since an instant, at any of their addresses. */
const hasMessage = ({ db }: Ctx, { emails }: Person, job: Pick<Job, 'id'>, purposes: readonly Purpose[], since: string): boolean =>
  emails.some((email) => messageTo(db, { purposes }).get({ email, since, jobId: job.id }));

const reviewKey = (id: number): string => `review:workOrder:${id}`;

const daysAgo = (ctx: Ctx, days: number): string => addMinutes(ctx.now(), -days * 1440);
/** Returns true if a person was asked for a review of another job within the cool-down, at any of their addresses or client records. */
function wasAsked(ctx: Ctx, person: Person, job: Pick<Job, 'id'>): boolean {
  const since = daysAgo(ctx, getSettings(ctx).automation.reviewCoolDownDays);
  const isRequest = [eq(opportunities.kind, 'review_request'), gte(opportunities.createdAt, since), ne(opportunities.status, 'expired')];
  const isOther = ne(opportunities.dedupeKey, reviewKey(job.id));
  return (
    hasMessage(ctx, person, job, ['review-request'], since) ||
    person.clients.some(({ id }) => listAbout(ctx, { subjectType: 'client', subjectId: id }, ...isRequest, isOther).length > 0)
  );
}
const wasAskedOrThanked = (ctx: Ctx, person: Person, job: Pick<Job, 'id'>, since: string): boolean =>
  hasMessage(ctx, person, job, ['review-request', 'thank-you'], since);

function getTemplateValues(job: Job) {
  return {
    customerName: toSingleLine(job.name),
    service: `${formatService(toSingleLine(job.serviceType)).toLowerCase()}${/clean/i.test(job.serviceType) ? '' : ' cleaning'}`,
    date: formatDay(businessDay(job.completedDate)),
  };
}

const messageAbout = ({ id, email }: Job, purpose: string) => ({
  to: email,
  relatedType: 'workOrder',
  relatedId: id,
  dedupeKey: `${purpose}:workOrder:${id}`,
});

function askForReview(ctx: Ctx, runId: number, job: Job): boolean {
  const { reviewLink, reviewCoolDownDays } = getSettings(ctx).automation;
  const today = businessDay(ctx.now());
  const done = `${formatWorkOrderId(job.number)} finished on ${shortDate(businessDay(job.completedDate), today)}`;
  const row = recordFinding(ctx, runId, {
    kind: 'review_request',
    dedupeKey: reviewKey(job.id),
    subjectType: 'client',
    subjectId: job.clientId,
    title: `Ask ${toSingleLine(job.name)} for a review`,
    reason: `${done}, not asked in the last ${reviewCoolDownDays} days`,
    evidence: [{ type: 'work-order', id: job.id, text: `${done}${formatPriceSuffix(job.cents)}` }],
    // Every client is asked alike, so all requests have the same score.
    score: 50,
  });
  if (!row) return false;
  const values = { ...getTemplateValues(job), reviewLink };
  const outcome = writeDraft(ctx, {
    purpose: 'review-request',
    values,
    ...messageAbout(job, 'review-request'),
    opportunityId: row.id,
  });
  if (outcome === 'draft') noteDrafted(ctx, row);
  return true;
}

type Reviews = Record<'examined' | 'asked' | 'thanked' | 'waiting', number>;
export const NO_JOBS: Reviews = { examined: 0, asked: 0, thanked: 0, waiting: 0 };

function respondTo(ctx: Ctx, runId: number, job: Job, mayThank: boolean): 'asked' | 'thanked' | undefined {
  if (!isInstant(job.completedDate) || !mayWriteTo(ctx, job.email)) return undefined;
  const person = findPerson(ctx, { clientId: job.clientId, email: job.email });
  if (reasonNotToContact(person) !== null) return undefined;
  const { reviewLink, thanksCoolDownDays } = getSettings(ctx).automation;
  // A person gets at most one of these messages per day, so a request may wait for the next day.
  if (reviewLink !== '' && !wasAsked(ctx, person, job))
    return !wasAskedOrThanked(ctx, person, job, startOfToday(ctx)) && askForReview(ctx, runId, job) ? 'asked' : undefined;
  if (!mayThank || wasAskedOrThanked(ctx, person, job, addMinutes(new Date(job.completedDate), -thanksCoolDownDays * 1440)))
    return undefined;
  const outcome = writeDraft(ctx, { purpose: 'thank-you', values: getTemplateValues(job), ...messageAbout(job, 'thank-you') });
  return outcome === 'call-only' || outcome === 'known' ? undefined : 'thanked';
}

/**
 * Asks for a review 3 hours after a job, at most once in 180 days, and sends thanks for other jobs (the defaults). Jobs that end in the
 * evening wait for the morning. Without a review link, or without consent, no review is asked for; without `mayThank`, no one is thanked.
 */
export function* askAndThank(ctx: Ctx, run: RunUnderWay, mayThank: boolean): Sliced<Reviews> {
  const { reviewAfterHours, jobNewsDays } = getSettings(ctx).automation;
  const due = addMinutes(ctx.now(), -reviewAfterHours * 60);
  const jobs = listFreshJobs(ctx, addMinutes(new Date(due), -jobNewsDays * 1440), due, mayThank);
  const counts: Reviews = { ...NO_JOBS, examined: jobs.length };
  run.examined += jobs.length;
  if (!isDaytime(ctx.now(), getContactHours(ctx))) return { ...counts, waiting: jobs.length };
  for (const id of jobs) {
    const job = findFinishedJob(ctx, id);
    const outcome = job && atRow(`work order ${id}`, () => respondTo(ctx, run.id, job, mayThank));
    if (outcome) {
      counts[outcome] += 1;
      run.created += 1;
    }
    yield;
  }
  return counts;
}

type News = { id: number | null; purpose: Purpose; body: string };
/** Returns the reason why a waiting review request or thank-you is no longer true, or null. */
export function reasonNotToAskOrThank(ctx: Ctx, { id, purpose, body }: News): string | null {
  const job = id === null ? undefined : findFinishedJob(ctx, id);
  if (!job) return 'The job is not finished any more.';
  if (!isInstant(job.completedDate)) return 'Its date is unreadable.';
  const person = findPerson(ctx, { clientId: job.clientId, email: job.email });
  const obstacle = reasonNotToContact(person);
  if (obstacle !== null) return obstacle;
  const { staleDraftDays } = getSettings(ctx).automation;
  if (daysAgo(ctx, staleDraftDays) > job.completedDate) return `The job was more than ${staleDraftDays} days ago.`;
  if (purpose === 'thank-you') return null;
  const { reviewLink: ours } = DEFAULT_AUTOMATION;
  if (body.includes(ours) && getSettings(ctx).automation.reviewLink !== ours) return 'The review link was changed in the meantime.';
  return wasAsked(ctx, person, job) ? 'They were asked for a review already.' : null;
}
