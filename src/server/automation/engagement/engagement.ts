import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { outbox } from '../../../../db/schema';
import type { Sliced } from '../../../../db/slices';
import { formatCount } from '../../../shared/counts';
import type { MESSAGE_STATUSES } from '../../../shared/message-statuses';
import type { Ctx } from '../../context';
import { type AutoSentPurpose, cancelDraft, listAutoSent } from '../../mail/drafts';
import { getSettings } from '../../settings/service';
import { expireFinding, getOpportunityRow, listOpportunitiesAfter } from '../opportunities';
import { isAskedFor } from '../started';
import { openSweep, type Read, type Sweep, type WorkerTask } from '../sweep';
import { formatPostalWarning } from '../wording';
import { remindOfInvoices } from './payment-reminders';
import { followUpQuotes } from './quote-follow-ups';
import { reasonNotToSend } from './reason-not-to-send';
import { askAndThank, NO_JOBS } from './reviews';

/** Drafts and review requests that one run checks again at most. */
const MOST_DRAFTS = 150;

// The plus avoids the index of purposes, which holds every message ever sent.
const isOfWorker = sql`+${outbox.purpose} in
  ('review-request', 'thank-you', 'overdue-reminder', 'quote-follow-up', 'priced-quote-follow-up')`;
const listDraftsAfter: Read<typeof outbox.$inferSelect> = ({ db }, { after, limit }) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.status, 'draft'), gt(outbox.id, after), isOfWorker))
    .orderBy(outbox.id)
    .limit(limit)
    .all();

/** Withdraws drafts that are no longer true and returns how many. */
function* withdrawOutdatedDrafts(ctx: Ctx, sweep: Sweep): Sliced<number> {
  let taken = 0;
  yield* sweep.each('drafts', MOST_DRAFTS, listDraftsAfter, (draft) => {
    const reason = reasonNotToSend(ctx, draft);
    if (reason === null) return true;
    cancelDraft(ctx, { id: draft.id, reason });
    if (draft.opportunityId !== null) expireFinding(ctx, getOpportunityRow(ctx, draft.opportunityId), reason);
    taken += 1;
    return true;
  });
  return taken;
}

/** The reasons to close a review request, by the status of its message. */
const DECIDED: Partial<Record<(typeof MESSAGE_STATUSES)[number], string>> = {
  sent: 'The message was sent automatically.',
  stored: 'The message was stored automatically.',
  cancelled: 'The draft was discarded.',
  suppressed: 'They opted out of messages.',
};

function* closeDecidedRequests(ctx: Ctx, sweep: Sweep): Sliced<void> {
  for (const status of ['open', 'drafted'] as const)
    yield* sweep.each(`requests:${status}`, MOST_DRAFTS, listOpportunitiesAfter('review_request', status), (row) => {
      const message = ctx.db
        .select({ status: outbox.status, lastError: outbox.lastError })
        .from(outbox)
        .where(eq(outbox.opportunityId, row.id))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get();
      const decided = message && DECIDED[message.status];
      if (decided) expireFinding(ctx, row, message.lastError ?? decided);
      return true;
    });
}

/**
 * Writes review requests, thank-you messages, payment reminders and quote follow-ups, each as a draft unless the owner chose to
 * send that kind automatically. If the automation is off, it writes only the kinds that are sent even then. Withdraws drafts that are no
 * longer true first.
 */
export const engageClients: WorkerTask = function* (ctx, run) {
  const sweep = openSweep(ctx, 'engagement');
  const withdrawn = yield* withdrawOutdatedDrafts(ctx, sweep);
  yield* closeDecidedRequests(ctx, sweep);
  const isAll = isAskedFor(ctx, run.id);
  const sent = listAutoSent(ctx);
  const isWritten = (purpose: AutoSentPurpose) => isAll || sent.includes(purpose);
  const jobs = isWritten('review-request') ? yield* askAndThank(ctx, run, isAll) : NO_JOBS;
  const reminded = isWritten('overdue-reminder') ? yield* remindOfInvoices(ctx, sweep, run) : 0;
  const followed = isWritten('quote-follow-up') ? yield* followUpQuotes(ctx, sweep, run) : 0;
  sweep.save();
  const { examined, created } = run;
  const isLinkMissing = jobs.examined > 0 && getSettings(ctx).automation.reviewLink === '';
  const parts = [
    jobs.asked > 0 && formatCount(jobs.asked, 'review request'),
    jobs.thanked > 0 && formatCount(jobs.thanked, 'thank-you'),
    reminded > 0 && formatCount(reminded, 'payment reminder'),
    followed > 0 && formatCount(followed, 'quote follow-up'),
    isLinkMissing && 'no review link is set',
    jobs.waiting > 0 && `${formatCount(jobs.waiting, 'finished job')} must wait for the morning`,
    withdrawn > 0 && `${formatCount(withdrawn, 'draft')} withdrawn because they no longer apply`,
  ].filter((part) => part !== false);
  const nothing = examined === 0 ? 'no job was just finished, nothing is owed, no quote waits' : 'nobody is due for a message';
  const heldBack = formatPostalWarning(ctx, jobs.asked + jobs.thanked + followed);
  return { examined, created, message: `examined ${examined}, created ${created}: ${parts.join(', ') || nothing}${heldBack}` };
};
