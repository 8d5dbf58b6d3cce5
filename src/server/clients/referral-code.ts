import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { clients } from '../../../db/schema';
import { CODE_LENGTH, CODE_LETTERS } from '../../shared/offers';
import type { Ctx } from '../context';
import { type ClientDetails, getOpenRow, getRow, noteChange } from './service';

const clientByCode = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.referralCode, sql.placeholder('code'))),
);

export function findClientByCode(ctx: Ctx, code: string): ClientDetails | undefined {
  const row = clientByCode(ctx.db).get({ code });
  return row?.mergedIntoId == null ? row : getRow(ctx, row.mergedIntoId);
}

const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Returns the referral code of a client and creates it if necessary. Throws NOT_FOUND, and CONFLICT for a merged client. */
export function makeReferralCode(ctx: Ctx, id: number): string {
  return inTransaction(ctx.db, () => {
    const row = getOpenRow(ctx, id);
    if (row.referralCode !== null) return row.referralCode;
    let referralCode = newCode();
    while (clientByCode(ctx.db).get({ code: referralCode })) referralCode = newCode();
    ctx.db.update(clients).set({ referralCode }).where(eq(clients.id, id)).run();
    noteChange(ctx, id, 'referralCodeMade');
    return referralCode;
  });
}
