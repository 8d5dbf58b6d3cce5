import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { memberHours } from '../../../db/schema';
import type { memberHoursChange, memberHoursInput, memberHoursSchema } from '../../shared/team';
import { recordActivity } from '../activity';
import { offerAllFreePlaces } from '../calendar/waitlist';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { assertSignedIn } from '../session/service';
import { getMemberRow } from './service';

const { weekday, opens, closes } = memberHours;
const hoursOfMember = prepared((db) =>
  db
    .select({ weekday, opens, closes })
    .from(memberHours)
    .where(eq(memberHours.teamMemberId, sql.placeholder('memberId')))
    .orderBy(asc(weekday), asc(opens)),
);

/** Returns the hours of a member in the order of the week from Sunday; empty for the company's posted hours. Throws NOT_FOUND. */
export function getHours(ctx: Ctx, { memberId }: z.output<typeof memberHoursInput>): z.output<typeof memberHoursSchema> {
  getMemberRow(ctx, memberId);
  return { hours: hoursOfMember(ctx.db).all({ memberId }) };
}

/** Replaces all hours of a member, and offers the places that become free to the waitlist. Throws NOT_FOUND. */
export function setHours(ctx: Ctx, { memberId, hours }: z.output<typeof memberHoursChange>): z.output<typeof memberHoursSchema> {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    getMemberRow(ctx, memberId);
    ctx.db.delete(memberHours).where(eq(memberHours.teamMemberId, memberId)).run();
    if (hours.length > 0)
      ctx.db
        .insert(memberHours)
        .values(hours.map((span) => ({ teamMemberId: memberId, ...span })))
        .run();
    recordActivity(ctx, { verb: 'teamMember.hoursChanged', entityType: 'teamMember', entityId: memberId, data: { spans: hours.length } });
    publishAfterCommit(ctx, 'team');
    offerAllFreePlaces(ctx);
    return getHours(ctx, { memberId });
  });
}
