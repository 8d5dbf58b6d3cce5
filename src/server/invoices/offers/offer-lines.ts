import { and, asc, eq, isNotNull, or, sql, sum } from 'drizzle-orm';
import { invoiceItems } from '../../../../db/schema';
import { emailKey, phoneKey } from '../../../../db/schema/checks';
import { DomainError, fieldError } from '../../../shared/errors';
import { OFFER_LINES, OFFERS, type Offer } from '../../../shared/offer-terms';
import { isSameOffer, offerCents } from '../../../shared/offers';
import { formatMoney } from '../../../shared/store-sums';
import { findLinkedBooking } from '../../calendar/bookings';
import type { Ctx } from '../../context';
import { findJobInvoice, type InvoiceRow } from '../reading';

/** An offer of an invoice; `referralId` names the friend if the offer is for a referral. */
export type Granted = { offer: Offer; referralId: number | null };
type Use = { id: number; invoiceNumber: string };

export const listGrantedOffers = (ctx: Ctx, invoiceId: number): (Granted & { cents: number })[] =>
  ctx.db
    .select({ offer: invoiceItems.offer, referralId: invoiceItems.referralId, priceCents: invoiceItems.priceCents })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.invoiceId, invoiceId), isNotNull(invoiceItems.offer)))
    .orderBy(asc(invoiceItems.id))
    .all()
    .flatMap(({ offer, referralId, priceCents }) => (offer ? [{ offer, referralId, cents: -priceCents }] : []));

/** Returns how many cents the deposits take off an invoice before tax. */
export const sumDeposits = (ctx: Ctx, invoiceId: number): number =>
  -(
    ctx.db
      .select({ cents: sum(invoiceItems.priceCents).mapWith(Number) })
      .from(invoiceItems)
      .where(and(eq(invoiceItems.invoiceId, invoiceId), isNotNull(invoiceItems.depositInvoiceId)))
      .get()?.cents ?? 0
  );

/** Returns whether offers or deductions take something off an invoice, so that its total may be 0. */
export const isReduced = (ctx: Ctx, invoiceId: number): boolean =>
  ctx.db
    .select({ id: invoiceItems.id })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.invoiceId, invoiceId), or(isNotNull(invoiceItems.offer), eq(invoiceItems.isDeduction, true))))
    .limit(1)
    .get() !== undefined;

type Line = { [field in keyof Granted]?: Granted[field] | null | undefined } & {
  price: number;
  quantity: number;
  depositInvoiceId?: number | null | undefined;
};

export const sumLines = (lines: readonly Line[]): number => lines.reduce((cents, { price, quantity }) => cents + price * quantity, 0);

/** Returns the position of an offer: first 15 % of the whole charge comes off, then each $25 from the rest. */
export const getOfferRank = (offer: Offer): number => OFFERS.indexOf(offer);

/** Returns what lines charge before offers and deposits, of which an offer takes its share. */
const sumCharged = (lines: readonly Line[]): number => sumLines(lines.filter(({ offer, depositInvoiceId }) => !offer && !depositInvoiceId));

/** Returns lines with the offers last, in the order in which they come off; no offer takes off more than the ones before it left. */
export function inOfferOrder<One extends Line>(lines: readonly One[]): One[] {
  const charged = lines.filter(({ offer }) => !offer);
  let left = sumLines(charged);
  const offers = lines
    .flatMap((line) => (line.offer ? [{ line, place: getOfferRank(line.offer) }] : []))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => {
      const cents = Math.min(-line.price, left);
      left -= cents;
      return { ...line, price: cents === 0 ? 0 : -cents };
    });
  return [...charged, ...offers];
}

export const priceOffers = <One extends Line>(lines: readonly One[]): One[] => {
  const chargedCents = sumCharged(lines);
  return inOfferOrder(
    lines.map((line) => (line.offer ? { ...line, price: -offerCents(line.offer, { chargedCents, leftCents: chargedCents }) } : line)),
  );
};

/** Returns how many cents an offer takes off the lines around it, by its rule. */
function computeOffer(offer: Offer, line: Line, lines: readonly Line[]): number {
  return offerCents(offer, {
    chargedCents: sumCharged(lines),
    leftCents: sumLines(lines.filter((one) => one !== line)),
  });
}

/**
 * Throws BAD_REQUEST unless the sent lines have the same offers as the invoice: only `offers.grant` adds an offer, and only
 * `offers.remove` removes one, with a reason. An offer takes off its stored amount or the amount that its rule gives for these lines.
 */
export function assertOffersKept(ctx: Ctx, invoiceId: number | undefined, lines: readonly Line[]): void {
  const left = invoiceId === undefined ? [] : listGrantedOffers(ctx, invoiceId);
  for (const [place, line] of lines.entries()) {
    const { offer, referralId = null, price } = line;
    if (!offer) continue;
    const index = left.findIndex(isSameOffer({ offer, referralId }));
    const cents = left[index]?.cents;
    const now = computeOffer(offer, line, lines);
    if (cents !== undefined && (-price === cents || -price === now)) {
      left.splice(index, 1);
      continue;
    }
    throw fieldError(
      `items.${place}.price`,
      cents === undefined
        ? 'Please use "Add to invoice" to add an offer.'
        : `This offer takes off ${formatMoney(cents)}${now === cents ? '' : `, or ${formatMoney(now)} of these lines`}.`,
    );
  }
  const [missing] = left;
  if (missing)
    throw fieldError(
      'items',
      `“${OFFER_LINES[missing.offer]}” is on this invoice. Please send its line too, or remove the offer first, which takes a reason.`,
    );
}

/** Returns the booking of an invoice's job, directly or through its work order; null if the job was not booked. */
export const findBookingId = (ctx: Ctx, { bookingId, workOrderId }: Pick<InvoiceRow, 'bookingId' | 'workOrderId'>): number | null =>
  bookingId ?? (workOrderId === null ? null : (findLinkedBooking(ctx, workOrderId)?.id ?? null));

const samePersonBookings = (bookingId: number) => sql`select b.id from appointment_bookings me join appointment_bookings b
  on ${emailKey(sql`b.client_email`)} = ${emailKey(sql`me.client_email`)} or ${phoneKey(sql`b.client_phone`)} = ${phoneKey(sql`me.client_phone`)}
  where me.id = ${bookingId}`;

/** Finds a live invoice other than `but` that already grants an offer to the same person, or for the same referral. */
export function findUse(
  ctx: Ctx,
  { offer, referralId }: Granted,
  { bookingId, but }: { bookingId: number | null; but: number },
): Use | undefined {
  if (offer !== 'first-online-booking')
    return ctx.db.all<Use>(sql`
      select i.id, i.invoice_number as invoiceNumber from invoice_items l join invoices i on i.id = l.invoice_id
      where l.referral_id = ${referralId} and l.offer = ${offer} and i.deleted_at is null and i.id <> ${but} limit 1`)[0];
  if (bookingId === null) return undefined;
  return ctx.db.all<Use>(sql`
    select i.id, i.invoice_number as invoiceNumber
    from appointment_bookings b join invoices i on i.booking_id = b.id or i.work_order_id = b.work_order_id
    join invoice_items l on l.invoice_id = i.id and l.offer = ${offer}
    where b.id in (${samePersonBookings(bookingId)}) and i.deleted_at is null and i.id <> ${but} limit 1`)[0];
}

/** Throws CONFLICT if a deleted invoice has an offer that another invoice of the job or the person has now. */
export function assertOffersFree(ctx: Ctx, row: InvoiceRow): void {
  const granted = listGrantedOffers(ctx, row.id);
  if (granted.length === 0) return;
  const bookingId = findBookingId(ctx, row);
  const other = findJobInvoice(ctx, row) ?? granted.map((one) => findUse(ctx, one, { bookingId, but: row.id })).find(Boolean);
  if (other)
    throw new DomainError(
      'CONFLICT',
      `An offer of this invoice now belongs to invoice ${other.invoiceNumber}, so this one cannot be restored.`,
    );
}
