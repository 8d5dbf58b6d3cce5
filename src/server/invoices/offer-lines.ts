import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, invoiceItems, invoices } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { DomainError } from '../../shared/errors';
import { OFFER_LINES, OFFERS, type Offer } from '../../shared/offer-terms';
import { offerCents } from '../../shared/offers';
import { showCents } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { findInvoiceOf, type InvoiceRow } from './reading';

/** An offer, and the friend it is for where it is one for friends. */
export type Granted = { offer: Offer; referralId: number | null };
/** Where an offer is granted. */
type Use = { id: number; invoiceNumber: string };

const offersOn = prepared((db) =>
  db
    .select({ offer: invoiceItems.offer, referralId: invoiceItems.referralId, priceCents: invoiceItems.priceCents })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.invoiceId, sql.placeholder('id')), isNotNull(invoiceItems.offer)))
    .orderBy(asc(invoiceItems.id))
    .prepare(),
);
/** The offers that an invoice grants, with what each takes off in cents. */
export const grantedOn = (ctx: Ctx, invoiceId: number): (Granted & { cents: number })[] =>
  offersOn(ctx.db)
    .all({ id: invoiceId })
    .flatMap(({ offer, referralId, priceCents }) => (offer ? [{ offer, referralId, cents: -priceCents }] : []));

export const isSame = (one: Granted) => (other: Granted) => one.offer === other.offer && one.referralId === other.referralId;

type Line = { [field in keyof Granted]?: Granted[field] | null | undefined } & { price: number; quantity: number };

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** Which offer comes off first: 15 % of all that is charged, then each $25 of what is left. */
export const placeOf = (offer: Offer): number => OFFERS.indexOf(offer);

/** Lines with the offers last, in the order in which they come off; none takes off more than those before it left. */
export function inOfferOrder<One extends Line>(lines: readonly One[]): One[] {
  const charged = lines.filter(({ offer }) => !offer);
  let left = sumOf(charged);
  const offers = lines
    .flatMap((line) => (line.offer ? [{ line, place: placeOf(line.offer) }] : []))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => {
      const cents = Math.min(-line.price, left);
      left -= cents;
      return { ...line, price: cents === 0 ? 0 : -cents };
    });
  return [...charged, ...offers];
}

/** Lines whose offers take off what their rules say of the others. */
export const reckonOffers = <One extends Line>(lines: readonly One[]): One[] => {
  const chargedCents = sumOf(lines.filter(({ offer }) => !offer));
  return inOfferOrder(
    lines.map((line) => (line.offer ? { ...line, price: -offerCents(line.offer, { chargedCents, leftCents: chargedCents }) } : line)),
  );
};

/** Cents that the offer of a line takes off of the lines it stands among, by its rule. */
function reckonOffer(offer: Offer, line: Line, lines: readonly Line[]): number {
  return offerCents(offer, {
    chargedCents: sumOf(lines.filter((one) => !one.offer)),
    leftCents: sumOf(lines.filter((one) => one !== line)),
  });
}

const refuseLines = (path: string, message: string) => new DomainError('BAD_REQUEST', message, { issues: [{ path, message }] });

/**
 * Throws BAD_REQUEST unless some lines have exactly the offers that the invoice has: `offers.grant` alone adds one, `offers.remove`
 * alone takes one off, with a reason. Each takes off what it did, or what its rule says of these lines.
 */
export function assertOffersKept(ctx: Ctx, invoiceId: number | undefined, lines: readonly Line[]): void {
  const left = invoiceId === undefined ? [] : grantedOn(ctx, invoiceId);
  for (const [place, line] of lines.entries()) {
    const { offer, referralId = null, price } = line;
    if (!offer) continue;
    const known = left.findIndex(isSame({ offer, referralId }));
    const cents = left[known]?.cents;
    const now = reckonOffer(offer, line, lines);
    if (cents !== undefined && (-price === cents || -price === now)) {
      left.splice(known, 1);
      continue;
    }
    throw refuseLines(
      `items.${place}.price`,
      cents === undefined
        ? 'An offer comes onto an invoice with "Add to invoice".'
        : `This offer takes off ${showCents(cents)}${now === cents ? '' : `, or ${showCents(now)} of these lines`}.`,
    );
  }
  const [missing] = left;
  if (missing)
    throw refuseLines(
      'items',
      `“${OFFER_LINES[missing.offer]}” is on this invoice. Please send its line too, or remove the offer first, which takes a reason.`,
    );
}

const bookingOfOrder = prepared((db) =>
  db
    .select({ bookingId: appointmentBookings.id })
    .from(appointmentBookings)
    .where(eq(appointmentBookings.workOrderId, sql.placeholder('id')))
    .prepare(),
);
/** The booking that an invoice's job comes from, by itself or by its work order. */
export const bookingIdOf = (ctx: Ctx, { bookingId, workOrderId }: Pick<InvoiceRow, 'bookingId' | 'workOrderId'>): number | null =>
  bookingId ?? (workOrderId === null ? null : (bookingOfOrder(ctx.db).get({ id: workOrderId })?.bookingId ?? null));

const use = { id: invoices.id, invoiceNumber: invoices.invoiceNumber };
const referralGrant = prepared((db) =>
  db
    .select(use)
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(
      and(
        eq(invoiceItems.referralId, sql.placeholder('referralId')),
        eq(invoiceItems.offer, sql.placeholder('offer')),
        isNull(invoices.deletedAt),
        sql`${invoices.id} <> ${sql.placeholder('but')}`,
      ),
    )
    .limit(1)
    .prepare(),
);
/** All bookings of whoever made one, known by e-mail or phone. */
const bookingsOfPerson = sql`select b.id from appointment_bookings me join appointment_bookings b
  on ${emailKey(sql`b.client_email`)} = ${emailKey(sql`me.client_email`)} or ${phoneKey(sql`b.client_phone`)} = ${phoneKey(sql`me.client_phone`)}
  where me.id = ${sql.placeholder('bookingId')}`;
const bookingGrant = prepared((db) =>
  db
    .select(use)
    .from(appointmentBookings)
    .innerJoin(
      invoices,
      sql`${invoices.bookingId} = ${appointmentBookings.id} or ${invoices.workOrderId} = ${appointmentBookings.workOrderId}`,
    )
    .innerJoin(invoiceItems, and(eq(invoiceItems.invoiceId, invoices.id), eq(invoiceItems.offer, 'first-online-booking')))
    .where(
      and(
        sql`${appointmentBookings.id} in (${bookingsOfPerson})`,
        isNull(invoices.deletedAt),
        sql`${invoices.id} <> ${sql.placeholder('but')}`,
      ),
    )
    .limit(1)
    .prepare(),
);

/** The invoice outside the bin, other than `but`, that grants an offer to its person already; a friend's is known by the referral. */
export function findUse(
  ctx: Ctx,
  { offer, referralId }: Granted,
  { bookingId, but }: { bookingId: number | null; but: number },
): Use | undefined {
  if (offer !== 'first-online-booking') return referralGrant(ctx.db).get({ referralId, offer, but });
  return bookingId === null ? undefined : bookingGrant(ctx.db).get({ bookingId, but });
}

/** Throws CONFLICT where an invoice of the bin grants what another one grants by now, or could. */
export function assertOffersFree(ctx: Ctx, row: InvoiceRow): void {
  const granted = grantedOn(ctx, row.id);
  if (granted.length === 0) return;
  const bookingId = bookingIdOf(ctx, row);
  const other = findInvoiceOf(ctx, row) ?? granted.map((one) => findUse(ctx, one, { bookingId, but: row.id })).find(Boolean);
  if (other)
    throw new DomainError('CONFLICT', `An offer of this invoice is for invoice ${other.invoiceNumber} by now, so it cannot come back.`);
}
