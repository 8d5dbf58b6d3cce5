import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { moneyIn } from '../../../db/schema';
import { compareNames, splitName } from '../../shared/payments';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import type { MoneyInRow } from './service';

/** Number of newest e-Transfers that are searched for the same one. */
const SEARCHED = 2000;
/** Prefix of the references that are made for rows of a bank's list without a reference of Interac's. */
export const BANK_REFERENCE = 'BANK';

export const isFromBank = ({ reference }: Pick<MoneyInRow, 'reference'>): boolean => reference.startsWith(BANK_REFERENCE);

/** Lists the e-Transfers of an amount, the newest first. */
const listOfAmount = (ctx: Ctx, amountCents: number): MoneyInRow[] =>
  ctx.db
    .select()
    .from(moneyIn)
    .where(
      and(
        gt(moneyIn.id, sql`coalesce((select max(id) from money_in), 0) - ${sql.raw(String(SEARCHED))}`),
        eq(moneyIn.amountCents, amountCents),
      ),
    )
    .orderBy(desc(moneyIn.id))
    .all();

/** Lists the e-Transfers of the same amount, sender and business day, the newest first. */
export function listAlike(ctx: Ctx, { sender, amountCents, receivedAt }: Pick<MoneyInRow, 'sender' | 'amountCents' | 'receivedAt'>) {
  const [day, name] = [businessDay(receivedAt), splitName(sender)];
  return listOfAmount(ctx, amountCents).filter(
    (row) => businessDay(row.receivedAt) === day && compareNames(splitName(row.sender), name) === 1,
  );
}

/**
 * Finds the e-Transfer of the same amount whose reference differs in its case alone: a notice and a bank's list may write it differently.
 */
export function findInOtherCase(
  ctx: Ctx,
  { reference, amountCents }: Pick<MoneyInRow, 'reference' | 'amountCents'>,
): MoneyInRow | undefined {
  return listOfAmount(ctx, amountCents).find((row) => row.reference.toLowerCase() === reference.toLowerCase());
}
