import { formatCents, parseCents } from '../../../shared/money';
import { getDeposit, getPlanDiscount, sumQuote } from '../../../shared/quoting';
import type { PublicQuote } from '../../../shared/quoting-schemas';

/** Fields of a quote that a client reads; the office reads the same and more. */
export type ShownQuote = Omit<PublicQuote, 'canApprove' | 'newerToken'>;
export type Amounts = Pick<ShownQuote, 'subtotal' | 'hstAmount' | 'pstAmount' | 'total' | 'deposit'> & { discount: string | null };

const toLines = ({ lines }: ShownQuote) => lines.map(({ price, ...line }) => ({ ...line, priceCents: parseCents(price) ?? 0 }));

/** Returns what the plan takes off each visit with some of the optional lines, or null. */
function getDiscount(quote: ShownQuote, chosen: readonly number[]): string | null {
  const approved = quote.lines.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  const counted = quote.status === 'approved' ? approved : chosen;
  const cents = getPlanDiscount(toLines(quote), quote.plan?.discountPercent ?? 0, counted);
  return cents === 0 ? null : formatCents(-cents);
}

/** Returns the amounts of the quote with some of its optional lines; those that were approved stay as they are stored. */
export function getAmounts(quote: ShownQuote, chosen: readonly number[]): Amounts {
  const discount = getDiscount(quote, chosen);
  if (quote.status === 'approved') return { ...quote, discount };
  const discountPercent = quote.plan?.discountPercent ?? 0;
  const { subtotalCents, hstCents, pstCents, totalCents } = sumQuote(toLines(quote), quote, chosen, discountPercent);
  const { depositPercent } = quote;
  const depositCents = depositPercent === null && quote.deposit !== null ? (parseCents(quote.deposit) ?? 0) : null;
  const deposit = getDeposit({ depositCents, depositPercent }, totalCents);
  return {
    subtotal: formatCents(subtotalCents),
    hstAmount: formatCents(hstCents),
    pstAmount: formatCents(pstCents),
    total: formatCents(totalCents),
    deposit: deposit === null ? null : formatCents(deposit),
    discount,
  };
}
