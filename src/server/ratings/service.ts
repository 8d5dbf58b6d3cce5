import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isBefore, readPage } from '../../../db/prepared';
import { clients, keptCounts, memberName, ratings, teamMembers, workOrders } from '../../../db/schema';
import { POOR_STARS, type ratingFigures, type ratingFiguresInput, type ratingList, type ratingListInput } from '../../shared/ratings';
import type { Ctx } from '../context';

/** Returns a page of the ratings, newest first: all, a client's, or those of the visits that a member led. */
export const listRatings = (
  ctx: Ctx,
  { clientId, teamMemberId, limit, cursor }: z.output<typeof ratingListInput>,
): z.output<typeof ratingList> =>
  readPage(
    ctx.db
      .select({
        id: ratings.id,
        workOrderId: ratings.workOrderId,
        clientId: ratings.clientId,
        clientName: clients.name,
        memberName: sql<string | null>`${memberName}`,
        stars: ratings.stars,
        text: ratings.text,
        visitAt: workOrders.scheduledDate,
        updatedAt: ratings.updatedAt,
      })
      .from(ratings)
      .innerJoin(clients, eq(clients.id, ratings.clientId))
      .innerJoin(workOrders, eq(workOrders.id, ratings.workOrderId))
      .leftJoin(teamMembers, eq(teamMembers.id, ratings.teamMemberId))
      .where(
        and(
          clientId === undefined ? undefined : eq(ratings.clientId, clientId),
          teamMemberId === undefined ? undefined : eq(ratings.teamMemberId, teamMemberId),
          isBefore(ratings.id, cursor),
        ),
      )
      .orderBy(desc(ratings.id)),
    limit,
    ({ id }) => id,
    (rows) => rows,
  );

/** Returns the number and the average of all ratings, or of those of the visits that a member led. */
export function getRatingFigures(ctx: Ctx, { teamMemberId }: z.output<typeof ratingFiguresInput>): z.output<typeof ratingFigures> {
  const ofMember =
    teamMemberId === undefined ? undefined : and(gte(keptCounts.key, `${teamMemberId} `), lt(keptCounts.key, `${teamMemberId}!`));
  const kept = ctx.db
    .select({ stars: sql<number>`cast(substr(key, instr(key, ' ') + 1) as integer)`, ratings: keptCounts.rows })
    .from(keptCounts)
    .where(and(eq(keptCounts.name, 'ratings'), ofMember))
    .all();
  const sum = (weight: (stars: number) => number) => kept.reduce((total, row) => total + weight(row.stars) * row.ratings, 0);
  const count = sum(() => 1);
  return {
    count,
    average: count === 0 ? null : (sum((stars) => stars) / count).toFixed(1),
    low: sum((stars) => Number(stars <= POOR_STARS)),
  };
}
