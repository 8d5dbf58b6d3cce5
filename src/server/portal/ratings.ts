import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { ratings } from '../../../db/schema';
import { getPhase } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { rated, ratingInput } from '../../shared/portal-schemas';
import { POOR_STARS } from '../../shared/ratings';
import { recordActivity } from '../activity';
import { getRow } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { finishTodoByKey, renewTodo } from '../todos/service';
import { callingClient } from './calling-client';
import { getOwnJob } from './visits';

/** Returns the page for public reviews, which everyone who rates is shown, whatever the stars. */
export const findReviewLink = (ctx: Ctx): string | null => getSettings(ctx).automation.reviewLink || null;

/** Asks the office to look after a poor rating, and takes that back when the client raises it. A rating without a change asks nothing. */
function askAfter(ctx: Ctx, { workOrderId, stars, before }: { workOrderId: number; stars: number; before: number | undefined }): void {
  const dedupeKey = `rating:${workOrderId}`;
  if (stars === before) return;
  if (stars > POOR_STARS) {
    finishTodoByKey(ctx, dedupeKey);
    return;
  }
  const { id, name } = getRow(ctx, callingClient(ctx));
  const text = `${name} gave a visit ${stars} of 5 stars`;
  renewTodo(ctx, { kind: 'rating', text, path: `/clients?client=${id}`, dedupeKey });
}

/** Stores the client's rating of a finished visit; a repeat changes it. Throws NOT_FOUND, CONFLICT. */
export function rateVisit(ctx: Ctx, { workOrderId, stars, text }: z.output<typeof ratingInput>): z.output<typeof rated> {
  return inTransaction(ctx.db, () => {
    const job = getOwnJob(ctx, workOrderId);
    if (getPhase(job.status) !== 'done') throw new DomainError('CONFLICT', 'You can rate this visit once it is finished.');
    const before = ctx.db.select().from(ratings).where(eq(ratings.workOrderId, workOrderId)).get();
    const updatedAt = ctx.now().toISOString();
    ctx.db
      .insert(ratings)
      .values({
        ...{ workOrderId, clientId: job.clientId, teamMemberId: job.assignedTeamMemberId },
        ...{ stars, text, createdAt: updatedAt, updatedAt },
      })
      .onConflictDoUpdate({ target: ratings.workOrderId, set: { stars, text, updatedAt: sql`excluded.updated_at` } })
      .run();
    recordActivity(ctx, { verb: 'client.rated', entityType: 'client', entityId: job.clientId, data: { workOrderId, stars } });
    askAfter(ctx, { workOrderId, stars, before: before?.stars });
    publishAfterCommit(ctx, 'ratings');
    return { stars, text, reviewLink: findReviewLink(ctx) };
  });
}
