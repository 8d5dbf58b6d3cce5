import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { opportunities, outbox } from '../../../db/schema';
import type { MESSAGE_STATUSES } from '../../shared/message-statuses';
import { takeBackDraft } from '../mail/drafts';
import { prepared } from '../prepared';
import { getSettings } from '../settings/service';
import type { Ctx } from '../trpc';
import { whyUntrue } from './engagement-truth';
import { counted, tellHeldBack } from './lead';
import { expireFinding, getOpportunityRow } from './opportunities';
import { remindOfInvoices } from './payment-reminders';
import { followUpQuotes } from './quote-follow-ups';
import { askAndThank } from './reviews';
import { openSweep, type Sweep } from './sweep';
import type { Work } from './worker';

/** Drafts that one run looks at again. */
const MOST_DRAFTS = 150;

const waitingDrafts = prepared((db) =>
  db
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.status, 'draft'),
        gt(outbox.id, sql.placeholder('after')),
        // Not sought by the purpose, whose index holds all that ever went out.
        sql`+${outbox.purpose} in ('review-request', 'thank-you', 'overdue-reminder', 'quote-follow-up')`,
      ),
    )
    .orderBy(outbox.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Takes back the drafts that are no longer true; answers how many. */
function takeBackUntrue(ctx: Ctx, sweep: Sweep): number {
  let taken = 0;
  sweep.each(
    'drafts',
    MOST_DRAFTS,
    (place) => waitingDrafts(ctx.db).all(place),
    (draft) => {
      const reason = whyUntrue(ctx, draft);
      if (reason === null) return true;
      takeBackDraft(ctx, { id: draft.id, reason });
      if (draft.opportunityId !== null) expireFinding(ctx, getOpportunityRow(ctx, draft.opportunityId), reason);
      taken += 1;
      return true;
    },
  );
  return taken;
}

const liveRequests = prepared((db) =>
  db
    .select()
    .from(opportunities)
    .where(
      and(
        eq(opportunities.kind, 'review_request'),
        eq(opportunities.status, sql.placeholder('status')),
        gt(opportunities.id, sql.placeholder('after')),
      ),
    )
    .orderBy(opportunities.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
);
const messageOf = prepared((db) =>
  db
    .select({ status: outbox.status, lastError: outbox.lastError })
    .from(outbox)
    .where(eq(outbox.opportunityId, sql.placeholder('id')))
    .orderBy(desc(outbox.id))
    .limit(1)
    .prepare(),
);

/** Why a review request on the list waits for nobody any more: its message went out by itself, or was stopped. */
const DECIDED: Partial<Record<(typeof MESSAGE_STATUSES)[number], string>> = {
  sent: 'The message went out by itself.',
  stored: 'The message was written by itself.',
  cancelled: 'The draft was discarded.',
  suppressed: 'They want no messages.',
};

/** Closes the review requests whose message is decided. */
function closeDecided(ctx: Ctx, sweep: Sweep): void {
  for (const status of ['open', 'drafted'] as const)
    sweep.each(
      `requests:${status}`,
      MOST_DRAFTS,
      (place) => liveRequests(ctx.db).all({ status, ...place }),
      (row) => {
        const message = messageOf(ctx.db).get({ id: row.id });
        const decided = message && DECIDED[message.status];
        if (decided) expireFinding(ctx, row, message.lastError ?? decided);
        return true;
      },
    );
}

/**
 * Asks for reviews, thanks, reminds of overdue invoices and follows up quotes, each as a draft unless the owner lets it go out by
 * itself (automation.md §3); drafts that are no longer true are taken back first.
 */
export const engage: Work = (ctx, runId) => {
  const sweep = openSweep(ctx, 'engagement');
  const taken = takeBackUntrue(ctx, sweep);
  closeDecided(ctx, sweep);
  const jobs = askAndThank(ctx, runId);
  const bills = remindOfInvoices(ctx, sweep);
  const quotes = followUpQuotes(ctx, sweep);
  sweep.keep();
  const examined = jobs.examined + bills.examined + quotes.examined;
  const created = jobs.asked + jobs.thanked + bills.reminded + quotes.followed;
  const parts = [
    ...(jobs.asked > 0 ? [counted(jobs.asked, 'review request')] : []),
    ...(jobs.thanked > 0 ? [counted(jobs.thanked, 'thank-you')] : []),
    ...(bills.reminded > 0 ? [counted(bills.reminded, 'payment reminder')] : []),
    ...(quotes.followed > 0 ? [counted(quotes.followed, 'quote follow-up')] : []),
    ...(jobs.examined > 0 && getSettings(ctx).automation.reviewLink === '' ? ['no review link is set'] : []),
    ...(jobs.waiting > 0 ? [`${counted(jobs.waiting, 'finished job')} must wait for the morning`] : []),
    ...(taken > 0 ? [`${counted(taken, 'draft')} taken back, no longer true`] : []),
  ];
  const nothing = examined === 0 ? 'no job was just finished, nothing is owed, no quote waits' : 'nobody is due for a message';
  const heldBack = tellHeldBack(ctx, jobs.asked + jobs.thanked + quotes.followed);
  return { examined, created, message: `examined ${examined}, created ${created}: ${parts.join(', ') || nothing}${heldBack}` };
};
