import { and, asc, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { countRows, hasRows, isBefore, prepared, readPage, rowGetter } from '../../../db/prepared';
import { quoteLines, quotes } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatCents, formatKnownCents } from '../../shared/money';
import { EXPIRING_QUOTE_STATUSES, getDeposit, OPEN_QUOTE_STATUSES, QUOTE_TOKEN, sumQuoteMinutes } from '../../shared/quoting';
import type { PricedQuote, PublicQuote, pricedQuoteList, pricedQuotes } from '../../shared/quoting-schemas';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

export type QuoteRow = typeof quotes.$inferSelect;
export type LineRow = typeof quoteLines.$inferSelect;

export const getRow = rowGetter(quotes, 'This quote does not exist.');
const rowByToken = prepared((db) =>
  db
    .select()
    .from(quotes)
    .where(eq(quotes.token, sql.placeholder('token'))),
);
const linesOfQuote = prepared((db) =>
  db
    .select()
    .from(quoteLines)
    .where(eq(quoteLines.quoteId, sql.placeholder('id')))
    .orderBy(asc(quoteLines.position)),
);
const newerVersion = prepared((db) =>
  db
    .select({ token: quotes.token })
    .from(quotes)
    .where(
      and(
        eq(quotes.numberValue, sql.placeholder('numberValue')),
        sql`${quotes.version} > ${sql.placeholder('version')}`,
        sql`sent_at is not null`,
      ),
    )
    .orderBy(desc(quotes.version))
    .limit(1),
);

export const listLines = ({ db }: Pick<Ctx, 'db'>, quoteId: number): LineRow[] => linesOfQuote(db).all({ id: quoteId });

/** Returns whether a priced quote was sent for a quote request. */
export const hasSentQuote = ({ db }: Pick<Ctx, 'db'>, inquiryId: number): boolean =>
  hasRows(db, quotes, and(eq(quotes.inquiryId, inquiryId), isNotNull(quotes.sentAt)));

/** Returns the quote of a link. Throws NOT_FOUND, also for one that was never sent. */
export function getRowByToken({ db }: Pick<Ctx, 'db'>, token: string): QuoteRow {
  const row = QUOTE_TOKEN.test(token) ? rowByToken(db).get({ token }) : undefined;
  if (!row || row.sentAt === null) throw new DomainError('NOT_FOUND', 'This quote link is not valid.');
  return row;
}

const isOneOf = (statuses: readonly string[], status: string): boolean => statuses.includes(status);

/** Returns whether the last day of the validity is over. */
export const isPastValidity = (row: Pick<QuoteRow, 'validUntil'>, today: string): boolean => row.validUntil < today;

/** Returns the status on a day: an unanswered quote is expired after its last day, before the background job stores it. */
export const getStatusOn = (row: QuoteRow, today: string): QuoteRow['status'] =>
  isOneOf(EXPIRING_QUOTE_STATUSES, row.status) && isPastValidity(row, today) ? 'expired' : row.status;

/** Returns whether the client can approve a quote: it waits for an answer and is valid, or the owner allows late approvals. */
export function canApprove(ctx: Ctx, row: QuoteRow): boolean {
  if (row.status === 'expired') return getSettings(ctx).allowLateApproval;
  return isOneOf(OPEN_QUOTE_STATUSES, row.status) && (!isPastValidity(row, businessDay(ctx.now())) || getSettings(ctx).allowLateApproval);
}

const chosenIds = (lines: readonly LineRow[]): number[] => lines.filter(({ isChosen }) => isChosen).map(({ id }) => id);

/** Returns what both the office and the client read of a quote. */
function toShown(ctx: Ctx, row: QuoteRow, lines: readonly LineRow[]) {
  return {
    number: row.number,
    version: row.version,
    status: getStatusOn(row, businessDay(ctx.now())),
    validUntil: row.validUntil,
    customerName: row.customerName,
    serviceType: row.serviceType,
    message: row.message,
    terms: row.terms,
    subtotal: formatCents(row.subtotalCents),
    hstAmount: formatCents(row.hstCents),
    pstAmount: formatCents(row.pstCents),
    total: formatCents(row.totalCents),
    taxProfile: row.taxProfile,
    hstRate: row.hstRate,
    pstRate: row.pstRate,
    lines: lines.map(({ id, kind, description, quantity, priceCents, minutes, isGoods, isOptional, isChosen }) => ({
      ...{ id, kind, description, quantity, price: formatCents(priceCents), minutes, isGoods, isOptional, isChosen },
    })),
    minutes: sumQuoteMinutes(lines, chosenIds(lines)),
    deposit: formatKnownCents(getDeposit(row, row.totalCents)),
    depositPercent: row.depositPercent,
    plan: toPlan(row),
    sentAt: row.sentAt,
    approvedName: row.approvedName,
    approvedAt: row.approvedAt,
    declineReason: row.declineReason,
    changeRequest: row.changeRequest,
  };
}

const toPlan = ({ planRrule, planStartDate, planStartTime, planDiscountPercent }: QuoteRow): PricedQuote['plan'] =>
  planRrule === null || planStartDate === null || planStartTime === null
    ? null
    : { rrule: planRrule, startDate: planStartDate, startTime: planStartTime, discountPercent: planDiscountPercent ?? 0 };

/** Returns a quote as the office reads it. */
export const toQuote = (ctx: Ctx, row: QuoteRow, lines = listLines(ctx, row.id)): PricedQuote => ({
  ...toShown(ctx, row, lines),
  id: row.id,
  token: row.sentAt === null ? null : row.token,
  inquiryId: row.inquiryId,
  clientId: row.clientId,
  customerEmail: row.customerEmail,
  customerPhone: row.customerPhone,
  customerAddress: row.customerAddress,
  workOrderId: row.workOrderId,
  planId: row.planId,
  depositInvoiceId: row.depositInvoiceId,
  viewedAt: row.viewedAt,
  answeredAt: row.answeredAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Returns a quote as its client reads it. */
export const toPublicQuote = (ctx: Ctx, row: QuoteRow): PublicQuote => ({
  ...toShown(ctx, row, listLines(ctx, row.id)),
  canApprove: canApprove(ctx, row),
  newerToken: row.status === 'superseded' ? (newerVersion(ctx.db).get(row)?.token ?? null) : null,
});

/** Returns a quote for the office. Throws NOT_FOUND. */
export const getQuote = (ctx: Ctx, { id }: { id: number }): PricedQuote => toQuote(ctx, getRow(ctx, id));

/** Returns the quote of a link. Throws NOT_FOUND. */
export const getQuoteByToken = (ctx: Ctx, { token }: { token: string }): PublicQuote => toPublicQuote(ctx, getRowByToken(ctx, token));

/** Returns a page of quotes, newest first, each version as its own row. The status is the shown one, see {@link getStatusOn}. */
export function listPricedQuotes(ctx: Ctx, input: z.output<typeof pricedQuoteList>): z.output<typeof pricedQuotes> {
  const { status, clientId, inquiryId, limit, cursor } = input;
  const today = businessDay(ctx.now());
  const select = (isShown?: SQL) =>
    ctx.db
      .select()
      .from(quotes)
      .where(
        and(
          isShown,
          clientId === undefined ? undefined : eq(quotes.clientId, clientId),
          inquiryId === undefined ? undefined : eq(quotes.inquiryId, inquiryId),
          isBefore(quotes.id, cursor),
        ),
      );
  const isStored = status && eq(quotes.status, status);
  const [sent, viewed] = EXPIRING_QUOTE_STATUSES.map((open) => select(and(eq(quotes.status, open), lt(quotes.validUntil, today))));
  const query =
    status === 'expired' && sent && viewed
      ? // Three ordered searches, which SQLite merges without a sort.
        unionAll(select(isStored), sent, viewed)
      : select(and(isStored, status && isOneOf(EXPIRING_QUOTE_STATUSES, status) ? gte(quotes.validUntil, today) : undefined));
  return readPage(
    query.orderBy(desc(quotes.id)),
    limit,
    ({ id }) => id,
    (rows) => toQuotes(ctx, rows),
  );
}

function toQuotes(ctx: Ctx, rows: readonly QuoteRow[]): PricedQuote[] {
  const byQuote = new Map<number, LineRow[]>(rows.map(({ id }) => [id, []]));
  if (rows.length > 0)
    for (const line of ctx.db
      .select()
      .from(quoteLines)
      .where(inArray(quoteLines.quoteId, [...byQuote.keys()]))
      .orderBy(asc(quoteLines.quoteId), asc(quoteLines.position))
      .all())
      byQuote.get(line.quoteId)?.push(line);
  return rows.map((row) => toQuote(ctx, row, byQuote.get(row.id)));
}

/** Counts the quotes whose clients asked for a change. */
export const countQuoteChanges = ({ db }: Pick<Ctx, 'db'>): number => countRows(db, quotes, eq(quotes.status, 'changes_requested'));
