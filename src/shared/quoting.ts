import { calculatePercent } from './money';
import { addTaxes, ratesAtIssue, splitTaxable, type TaxedSums, type TaxTerms } from './taxes';

/** Statuses of a priced quote; `superseded` by a newer version, `withdrawn` by the office. */
export const PRICED_QUOTE_STATUSES = [
  'draft',
  'sent',
  'viewed',
  'approved',
  'declined',
  'changes_requested',
  'expired',
  'superseded',
  'withdrawn',
] as const;
export type PricedQuoteStatus = (typeof PRICED_QUOTE_STATUSES)[number];

export const QUOTE_LINE_KINDS = ['service', 'extra', 'goods', 'discount'] as const;
export type QuoteLineKind = (typeof QUOTE_LINE_KINDS)[number];

/** Statuses in which the client can still answer; a request for a change can be followed by an approval. */
export const OPEN_QUOTE_STATUSES = ['sent', 'viewed', 'changes_requested'] as const satisfies readonly PricedQuoteStatus[];
/** Statuses that the end of the validity turns into `expired`. A request for a change waits for the office instead. */
export const EXPIRING_QUOTE_STATUSES = ['sent', 'viewed'] as const satisfies readonly PricedQuoteStatus[];
/** The name and the chip's tone of each status. */
export const PRICED_QUOTE_LABELS: Record<PricedQuoteStatus, readonly [name: string, tone: 'quiet' | 'waiting' | 'bad' | 'good']> = {
  draft: ['Draft', 'quiet'],
  sent: ['Sent', 'waiting'],
  viewed: ['Viewed', 'waiting'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'bad'],
  changes_requested: ['Change requested', 'waiting'],
  expired: ['Expired', 'quiet'],
  superseded: ['Superseded', 'quiet'],
  withdrawn: ['Withdrawn', 'quiet'],
};

/** The most lines that a quote can have. */
export const MAX_QUOTE_LINES = 100;
/** Minutes of work that the job or a visit of a quote can take: those that a job can have. */
export const MAX_QUOTE_MINUTES = 1440;
/** The number of the first quote; the next ones count upwards without gaps. */
export const FIRST_QUOTE_NUMBER = 1001;
/** The key of a quote's page: 128 random bits, base64url. */
export const QUOTE_TOKEN = /^[\w-]{22}$/;

/** Path of the client's page of a quote. */
export const quotePagePath = (token: string): string => `/quote/${token}`;
/** Paths of the document, for the office by id and for the client by the token of the link. */
export const pricedQuotePath = (id: number): string => `/documents/priced-quote/${id}`;
export const quoteDocumentPath = (token: string): string => `/documents/quote-link/${token}`;

/** A line as its sums need it; price and minutes are those of each. */
export type QuoteSumLine = {
  id?: number;
  priceCents: number;
  quantity: number;
  minutes?: number | null | undefined;
  isGoods: boolean;
  isOptional: boolean;
};
export type QuoteDeposit = { depositCents: number | null; depositPercent: number | null };

/** Returns the lines that count: those that are not optional, and the optional ones whose ids are chosen. */
export const countedLines = <Line extends Pick<QuoteSumLine, 'id' | 'isOptional'>>(
  lines: readonly Line[],
  chosen: readonly number[] = [],
): Line[] => lines.filter(({ id, isOptional }) => !isOptional || (id !== undefined && chosen.includes(id)));

/** Returns the lines that count as amounts, and the discount that a plan takes off their sum as the last one. */
function toAmounts(lines: readonly QuoteSumLine[], chosen: readonly number[], discountPercent: number) {
  const counted = countedLines(lines, chosen).map(({ priceCents, quantity, isGoods }) => ({ cents: priceCents * quantity, isGoods }));
  const gross = counted.reduce((sum, { cents }) => sum + cents, 0);
  return [...counted, { cents: -calculatePercent(Math.max(0, gross), discountPercent), isGoods: false }];
}

/** Returns what a plan takes off each visit, as its invoice does: a percentage of the lines that count, rounded half a cent up. */
export const getPlanDiscount = (lines: readonly QuoteSumLine[], discountPercent: number, chosen: readonly number[] = []): number =>
  -(toAmounts(lines, chosen, discountPercent).at(-1)?.cents ?? 0);

/** Returns subtotal, taxes and total of the lines that count, less the discount of a plan. Each tax is rounded once, half a cent up. */
export const sumQuote = (lines: readonly QuoteSumLine[], terms: TaxTerms, chosen: readonly number[] = [], discountPercent = 0): TaxedSums =>
  addTaxes(terms.taxProfile, splitTaxable(toAmounts(lines, chosen, discountPercent)), ratesAtIssue(terms));

/** Returns the minutes of work of the lines that count. */
export const sumQuoteMinutes = (lines: readonly QuoteSumLine[], chosen: readonly number[] = []): number =>
  countedLines(lines, chosen).reduce((sum, { minutes, quantity }) => sum + (minutes ?? 0) * quantity, 0);

/** Returns the deposit of a total with tax, with half a cent rounded up; null for none. A fixed deposit is never above the total. */
export function getDeposit({ depositCents, depositPercent }: QuoteDeposit, totalCents: number): number | null {
  const cents = depositPercent === null ? Math.min(depositCents ?? 0, totalCents) : calculatePercent(totalCents, depositPercent);
  return cents > 0 ? cents : null;
}
