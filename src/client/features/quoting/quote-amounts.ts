import { formatCents, parseCents } from '../../../shared/money';
import { getDeposit, sumQuote } from '../../../shared/quoting';
import type { PublicQuote } from '../../../shared/quoting-schemas';

/** Fields of a quote that a client reads; the office reads the same and more. */
export type ShownQuote = Omit<PublicQuote, 'canApprove' | 'newerToken'>;
export type Amounts = Pick<ShownQuote, 'subtotal' | 'hstAmount' | 'pstAmount' | 'total' | 'deposit'>;

/** Returns the amounts of the quote with some of its optional lines; those that were approved stay as they are stored. */
export function getAmounts(quote: ShownQuote, chosen: readonly number[]): Amounts {
  if (quote.status === 'approved') return quote;
  const lines = quote.lines.map(({ price, ...line }) => ({ ...line, priceCents: parseCents(price) ?? 0 }));
  const { subtotalCents, hstCents, pstCents, totalCents } = sumQuote(lines, quote, chosen);
  const { depositPercent } = quote;
  const depositCents = depositPercent === null && quote.deposit !== null ? (parseCents(quote.deposit) ?? 0) : null;
  const deposit = getDeposit({ depositCents, depositPercent }, totalCents);
  return {
    subtotal: formatCents(subtotalCents),
    hstAmount: formatCents(hstCents),
    pstAmount: formatCents(pstCents),
    total: formatCents(totalCents),
    deposit: deposit === null ? null : formatCents(deposit),
  };
}
