import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { invoices } from '../../../../db/schema';
import type { Ctx } from '../../context';
import type { InvoiceRow } from '../reading';

/** Returns the key of a payment page: 128 random bits, base64url. */
export const newPayToken = (): string => randomBytes(16).toString('base64url');

/** Returns the key of an invoice's payment page, and stores one for an invoice without. Call it inside a transaction. */
export function ensurePayToken(ctx: Ctx, { id, payToken }: Pick<InvoiceRow, 'id' | 'payToken'>): string {
  if (payToken !== null) return payToken;
  const made = newPayToken();
  ctx.db.update(invoices).set({ payToken: made }).where(eq(invoices.id, id)).run();
  return made;
}

/** Returns the address of the page where the client pays. */
export const getPayUrl = ({ origin }: Pick<Ctx, 'origin'>, payToken: string): string => `${origin}/pay/${payToken}`;
