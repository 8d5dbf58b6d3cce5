import { randomBytes } from 'node:crypto';
import { and, eq, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { quoteLines, quotes } from '../../../db/schema';
import { addDays } from '../../shared/calendar-day';
import { DomainError, fieldError } from '../../shared/errors';
import { QUOTE_VALID_DAYS } from '../../shared/invoices';
import { MAX_CENTS } from '../../shared/money';
import { FIRST_QUOTE_NUMBER, MAX_QUOTE_MINUTES, sumQuote, sumQuoteMinutes } from '../../shared/quoting';
import type { PricedQuote, QuoteLine, quoteComposition, quoteRevision } from '../../shared/quoting-schemas';
import { formatMoney } from '../../shared/store-sums';
import { getTaxTerms, splitTaxable } from '../../shared/taxes';
import { businessDay } from '../../shared/time';
import { getRow as getClientRow } from '../clients/service';
import type { Ctx } from '../context';
import { assertPlannable } from '../plans/service';
import { getRow as getInquiryRow } from '../quotes/service';
import { getSettings } from '../settings/service';
import { getRow, type LineRow, listLines, type QuoteRow, toQuote } from './reading';
import { assertUnapproved, changeRow, noteChange } from './service';

type Composition = z.output<typeof quoteComposition>;
type Revision = z.output<typeof quoteRevision>;
type PricedLine = Omit<QuoteLine, 'price'> & { priceCents: number };

const newToken = (): string => randomBytes(16).toString('base64url');

/** Returns the sums of lines, less the discount of a plan, and the tax terms by today's profile. */
export function priceLines(ctx: Ctx, lines: readonly PricedLine[], planDiscountPercent: number | null | undefined) {
  const { taxProfile } = getSettings(ctx);
  // The rates of all lines, so that they also hold for optional goods.
  const all = splitTaxable(lines.map(({ priceCents, quantity, isGoods }) => ({ cents: priceCents * quantity, isGoods })));
  const terms = getTaxTerms(taxProfile, all);
  return { ...sumQuote(lines, terms, [], planDiscountPercent ?? 0), ...terms };
}

/** Throws BAD_REQUEST for a plan that begins too late. */
function assertPlan(ctx: Ctx, startDate: string | null | undefined): void {
  if (startDate != null) assertPlannable(ctx, { startDate, until: null, preferredMemberId: null });
}

/** Throws BAD_REQUEST for lines whose amounts or minutes no job can have, with every optional line. */
function assertLines(lines: readonly PricedLine[]): void {
  const add = (isCounted: (line: PricedLine) => boolean) =>
    lines.filter(isCounted).reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const charged = add(({ priceCents, isOptional }) => priceCents > 0 && !isOptional);
  const discounts = add(({ priceCents }) => priceCents < 0);
  if (charged + discounts < 0) throw fieldError('lines', 'The discounts take off more than the quote charges.');
  // With every optional line and its taxes.
  if (add(({ priceCents }) => priceCents > 0) * 1.5 > MAX_CENTS)
    throw fieldError('lines', `Please keep the total under ${formatMoney(Math.floor(MAX_CENTS / 1.5))}.`);
  if (sumQuoteMinutes(lines.map((line) => ({ ...line, isOptional: false }))) > MAX_QUOTE_MINUTES)
    throw fieldError('lines', `The work takes at most a day (${MAX_QUOTE_MINUTES} minutes).`);
}

function toDeposit(deposit: Composition['deposit'], totalCents: number): Pick<QuoteRow, 'depositCents' | 'depositPercent'> {
  if (!deposit) return { depositCents: null, depositPercent: null };
  if ('percent' in deposit) return { depositCents: null, depositPercent: deposit.percent === 0 ? null : deposit.percent };
  if (deposit.amount > totalCents)
    throw fieldError('deposit', `The deposit is more than the total of ${formatMoney(totalCents)} without the optional lines.`);
  return { depositCents: deposit.amount === 0 ? null : deposit.amount, depositPercent: null };
}

const readDeposit = ({ depositCents, depositPercent }: QuoteRow): Composition['deposit'] =>
  depositPercent !== null ? { percent: depositPercent } : depositCents !== null ? { amount: depositCents } : null;

function toPlanFields(plan: Composition['plan']) {
  if (!plan) return { planRrule: null, planStartDate: null, planStartTime: null, planDiscountPercent: null };
  const { rrule, startDate, startTime, discountPercent = null } = plan;
  return { planRrule: rrule, planStartDate: startDate, planStartTime: startTime, planDiscountPercent: discountPercent };
}

/** Returns the customer of a quote from its request or its client. Throws NOT_FOUND, and BAD_REQUEST unless one of the two is named. */
function getCustomer(ctx: Ctx, { inquiryId, clientId }: Pick<Composition, 'inquiryId' | 'clientId'>) {
  if ((inquiryId == null) === (clientId == null)) throw fieldError('clientId', 'Please choose a quote request or a client.');
  const person = inquiryId == null ? getClientRow(ctx, clientId ?? 0) : getInquiryRow(ctx, inquiryId);
  return {
    inquiryId: inquiryId ?? null,
    clientId: 'clientId' in person ? person.clientId : (person.mergedIntoId ?? person.id),
    customerName: person.name,
    customerEmail: person.email || null,
    customerPhone: person.phone || null,
    customerAddress: person.address || null,
  };
}

function assertValidDay(ctx: Ctx, day: string): void {
  const today = businessDay(ctx.now());
  if (day < today) throw fieldError('validUntil', 'Please choose a day from today on.');
  if (day > addDays(today, 730)) throw fieldError('validUntil', 'Please choose a day within the next two years.');
}

const toPriced = ({ price, ...line }: QuoteLine): PricedLine => ({ ...line, priceCents: price });

function insertLines(ctx: Ctx, quoteId: number, lines: readonly PricedLine[]): void {
  for (const [position, { minutes = null, ...line }] of lines.entries())
    ctx.db
      .insert(quoteLines)
      .values({ ...line, minutes, quoteId, position })
      .run();
}

/** Returns the next number. Quotes are never deleted, so that the numbers have no gaps. Call it inside the transaction of the quote. */
function takeNumber(ctx: Ctx): Pick<QuoteRow, 'number' | 'numberValue'> {
  const highest = ctx.db
    .select({ value: max(quotes.numberValue) })
    .from(quotes)
    .get()?.value;
  const numberValue = highest == null ? FIRST_QUOTE_NUMBER : highest + 1;
  return { number: `Q-${numberValue}`, numberValue };
}

/** Writes a quote as a draft, by the taxes of today. Throws NOT_FOUND, BAD_REQUEST. */
export function composeQuote(ctx: Ctx, input: Composition): PricedQuote {
  return inTransaction(ctx.db, () => {
    const customer = getCustomer(ctx, input);
    const lines = input.lines.map(toPriced);
    assertLines(lines);
    assertPlan(ctx, input.plan?.startDate);
    const sums = priceLines(ctx, lines, input.plan?.discountPercent);
    const validUntil = input.validUntil ?? addDays(businessDay(ctx.now()), QUOTE_VALID_DAYS);
    assertValidDay(ctx, validUntil);
    const at = ctx.now().toISOString();
    const row = ctx.db
      .insert(quotes)
      .values({
        ...takeNumber(ctx),
        ...customer,
        ...sums,
        ...toDeposit(input.deposit, sums.totalCents),
        ...toPlanFields(input.plan),
        token: newToken(),
        serviceType: input.serviceType,
        message: input.message ?? null,
        terms: input.terms ?? (getSettings(ctx).quoteTerms || null),
        validUntil,
        createdAt: at,
        updatedAt: at,
      })
      .returning()
      .get();
    insertLines(ctx, row.id, lines);
    noteChange(ctx, row, 'composed', { totalCents: row.totalCents });
    return toQuote(ctx, row);
  });
}

const REVISABLE: readonly QuoteRow['status'][] = ['sent', 'viewed', 'changes_requested', 'declined', 'expired'];

/** Throws CONFLICT for a quote whose text must stay as it is. */
function assertRevisable({ status, number }: QuoteRow): void {
  if (status === 'draft' || REVISABLE.includes(status)) return;
  if (status === 'superseded') throw new DomainError('CONFLICT', `There is a newer version of quote ${number}.`);
  throw new DomainError('CONFLICT', `Quote ${number} is ${status} and can no longer be changed. Please write a new quote.`);
}

/**
 * Changes a draft in place. A quote that was sent stays as it is, and the changes become the draft of its next version, which replaces it
 * when it is sent. Throws NOT_FOUND, BAD_REQUEST, and CONFLICT for a quote that was approved, withdrawn or replaced.
 */
export function reviseQuote(ctx: Ctx, input: Revision): PricedQuote {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.id);
    assertRevisable(row);
    assertUnapproved(ctx, row);
    const changed = row.status === 'draft' ? changeDraft(ctx, row, input) : addVersion(ctx, row, input);
    return toQuote(ctx, changed);
  });
}

/** Returns the values of a revised quote; a missing field keeps its value. */
function getRevised(ctx: Ctx, row: QuoteRow, input: Revision, lines: readonly PricedLine[]) {
  const { planRrule, planStartDate, planStartTime, planDiscountPercent } = input.plan === undefined ? row : toPlanFields(input.plan);
  const sums = priceLines(ctx, lines, planDiscountPercent);
  const { depositCents, depositPercent } = toDeposit(input.deposit === undefined ? readDeposit(row) : input.deposit, sums.totalCents);
  if (input.validUntil !== undefined) assertValidDay(ctx, input.validUntil);
  assertPlan(ctx, planStartDate);
  return {
    ...(input.inquiryId == null && input.clientId == null ? {} : getCustomer(ctx, input)),
    ...sums,
    ...{ depositCents, depositPercent, planRrule, planStartDate, planStartTime, planDiscountPercent },
    serviceType: input.serviceType ?? row.serviceType,
    message: input.message === undefined ? row.message : input.message,
    terms: input.terms === undefined ? row.terms : input.terms,
    validUntil: input.validUntil ?? row.validUntil,
  };
}

export const fromRow = ({ kind, description, quantity, priceCents, minutes, isGoods, isOptional }: LineRow): PricedLine => ({
  ...{ kind, description, quantity, priceCents, minutes, isGoods, isOptional },
});

/** Returns the lines of a revised quote. Throws BAD_REQUEST. */
function getLines(ctx: Ctx, row: QuoteRow, { lines }: Revision): PricedLine[] {
  const priced = lines?.map(toPriced) ?? listLines(ctx, row.id).map(fromRow);
  assertLines(priced);
  return priced;
}

function changeDraft(ctx: Ctx, row: QuoteRow, input: Revision): QuoteRow {
  const lines = getLines(ctx, row, input);
  const values = getRevised(ctx, row, input, lines);
  if (input.lines) {
    ctx.db.delete(quoteLines).where(eq(quoteLines.quoteId, row.id)).run();
    insertLines(ctx, row.id, lines);
  }
  noteChange(ctx, row, 'revised', { totalCents: values.totalCents });
  return changeRow(ctx, row, values);
}

const storedDraft = prepared((db) =>
  db
    .select()
    .from(quotes)
    .where(and(eq(quotes.numberValue, sql.placeholder('numberValue')), sql`status = 'draft'`)),
);

/** Returns the draft of the next version with the changes; a draft that waits already is changed instead. */
function addVersion(ctx: Ctx, row: QuoteRow, input: Revision): QuoteRow {
  const waiting = storedDraft(ctx.db).get(row);
  if (waiting) return changeDraft(ctx, waiting, input);
  const newest = ctx.db
    .select({ version: max(quotes.version) })
    .from(quotes)
    .where(eq(quotes.numberValue, row.numberValue))
    .get()?.version;
  const lines = getLines(ctx, row, input);
  const { id: _id, ...kept } = row;
  const values = getRevised(ctx, row, input, lines);
  const [at, today] = [ctx.now().toISOString(), businessDay(ctx.now())];
  const draft = ctx.db
    .insert(quotes)
    .values({
      ...kept,
      ...values,
      validUntil: values.validUntil < today ? addDays(today, QUOTE_VALID_DAYS) : values.validUntil,
      version: (newest ?? row.version) + 1,
      status: 'draft',
      token: newToken(),
      ...{ declineReason: null, changeRequest: null, sentAt: null, viewedAt: null, answeredAt: null },
      createdAt: at,
      updatedAt: at,
    })
    .returning()
    .get();
  insertLines(ctx, draft.id, lines);
  noteChange(ctx, draft, 'revised', { totalCents: draft.totalCents });
  return draft;
}
