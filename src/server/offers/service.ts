import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { VOID_BOOKING_STATUSES } from '../../shared/booking-words';
import { DomainError } from '../../shared/errors';
import type { Invoice } from '../../shared/invoices';
import { formatCents } from '../../shared/money';
import { COMMON_REF, OFFER_LINES, type Offer } from '../../shared/offer-words';
import { type InvoiceOffer, type invoiceOffers, offerCents, type offeredWhenBooking, type offerGrant } from '../../shared/offers';
import { showCents } from '../../shared/store-sums';
import { getRow as getBookingRow } from '../calendar/bookings';
import { bookingIdOf, findUse, type Granted, grantedOn, placeOf } from '../invoices/offer-lines';
import { getRow, type InvoiceRow, showInvoice } from '../invoices/reading';
import { addOfferLine, assertOfferable } from '../invoices/service';
import type { BookedAppointment } from '../mail/calendar-entry';
import { findReferrer } from '../referrals/service';
import type { Ctx } from '../trpc';
import { earnedRewardsOf, findReferralOf, type Referral } from './rewards';

type Offered = z.output<typeof offeredWhenBooking>;
/** What a visitor who was sent by a `ref` may get off their first booking online, without a name; a code that is no client's adds nothing. */
export const describeOffers = (ctx: Ctx, { ref }: { ref: string | null }): Offered => ({
  offers: ['first-online-booking', ...(findReferrer(ctx, ref) ? (['referral-friend'] as const) : [])],
});
/** Whether a `ref` was answered that is no client's code: whoever asks for many tries them out. */
export const isUnknownRef = ({ ref }: { ref: string | null }, { offers }: Offered): boolean =>
  ref !== null && ref !== COMMON_REF && !offers.includes('referral-friend');

type Candidate = Granted & { reason: string };

/** What an invoice may be granted because its job was booked online, by somebody who never had before. */
function offersOfBooking(booking: BookedAppointment, referral: Referral | undefined): Candidate[] {
  const { clientName, bookingReference, isFirstBooking, status } = booking;
  if (!isFirstBooking || VOID_BOOKING_STATUSES.includes(status)) return [];
  const reason = `${clientName} booked this job online, for the first time: ${bookingReference}.`;
  return [
    { offer: 'first-online-booking', referralId: null, reason },
    ...(referral
      ? [
          {
            offer: 'referral-friend' as const,
            referralId: referral.id,
            reason: `${referral.referrerName} sent them: booked with the code ${referral.code}.`,
          },
        ]
      : []),
  ];
}

/** Every offer that fits an invoice by who its customer is and what its job was, whether it was granted elsewhere or not. */
function candidatesOf(ctx: Ctx, row: InvoiceRow): Candidate[] {
  const bookingId = bookingIdOf(ctx, row);
  const booking = bookingId === null ? undefined : getBookingRow(ctx, bookingId);
  const rewards = earnedRewardsOf(ctx, row).map(({ id, friendName, invoiceNumber }) => ({
    offer: 'referral-reward' as const,
    referralId: id,
    reason: `${friendName} booked with their code; that job is finished and paid on ${invoiceNumber}.`,
  }));
  return [...(booking ? offersOfBooking(booking, findReferralOf(ctx, booking.id)) : []), ...rewards];
}

const sumOf = (granted: readonly { cents: number }[]): number => granted.reduce((sum, { cents }) => sum + cents, 0);
/** What is charged before offers in cents, and what an offer would take off: those that come off before it leave less for it. */
function sumsOf(ctx: Ctx, row: InvoiceRow) {
  const granted = grantedOn(ctx, row.id);
  const chargedCents = row.subtotalCents + sumOf(granted);
  const centsOf = (offer: Offer): number => {
    const before = granted.filter((one) => placeOf(one.offer) <= placeOf(offer));
    // Where nothing is left to pay, the place among the others is no reason for one more.
    return offerCents(offer, { chargedCents, leftCents: row.subtotalCents === 0 ? 0 : chargedCents - sumOf(before) });
  };
  return { granted, chargedCents, centsOf };
}

const isSame = (one: Granted) => (other: Granted) => one.offer === other.offer && one.referralId === other.referralId;

/** A line as it stands on an invoice; of the share it is told when it would be another by now. */
function showGranted({ offer, referralId, cents }: Granted & { cents: number }, reason: string, chargedCents: number): InvoiceOffer {
  const now = offerCents(offer, { chargedCents, leftCents: chargedCents });
  const note = offer === 'first-online-booking' && now !== cents ? ` Of ${showCents(chargedCents)} it would be ${showCents(now)} now.` : '';
  return { offer, referralId, description: OFFER_LINES[offer], reason: reason + note, amount: formatCents(cents), isGranted: true };
}

function refusalOf(row: InvoiceRow, chargedCents: number): string | null {
  try {
    assertOfferable(row);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  return chargedCents === 0 ? 'This invoice has no amount yet.' : null;
}

/** The offers that an invoice has or may have, each with its reason in words; none of a paid one. Throws NOT_FOUND. */
export function listOffers(ctx: Ctx, { invoiceId }: { invoiceId: number }): z.output<typeof invoiceOffers> {
  const row = getRow(ctx, invoiceId);
  const { granted, chargedCents, centsOf } = sumsOf(ctx, row);
  const refusal = refusalOf(row, chargedCents);
  if (row.status === 'paid') return { rows: [], refusal };
  const bookingId = bookingIdOf(ctx, row);
  const rows = candidatesOf(ctx, row).flatMap(({ reason, ...candidate }): InvoiceOffer[] => {
    const known = granted.find(isSame(candidate));
    if (known) return [showGranted(known, reason, chargedCents)];
    if (findUse(ctx, candidate, { bookingId, but: row.id })) return [];
    const amount = formatCents(centsOf(candidate.offer));
    return [{ ...candidate, description: OFFER_LINES[candidate.offer], reason, amount, isGranted: false }];
  });
  return { rows, refusal };
}

/** Throws CONFLICT for an offer that does not fit an invoice, or is granted on another one. */
function assertFits(ctx: Ctx, row: InvoiceRow, wanted: Granted): void {
  if (!candidatesOf(ctx, row).some(isSame(wanted)))
    throw new DomainError('CONFLICT', `That offer is not for invoice ${row.invoiceNumber}.`);
  const other = findUse(ctx, wanted, { bookingId: bookingIdOf(ctx, row), but: row.id });
  if (other) throw new DomainError('CONFLICT', `That offer is on invoice ${other.invoiceNumber} already.`);
}

/**
 * Adds the line of an offer to an invoice, because the owner says so; the same again changes nothing. Throws NOT_FOUND, and
 * CONFLICT for one that does not fit, is used, takes nothing off, or comes after a payment.
 */
export function grantOffer(ctx: Ctx, { invoiceId, offer, referralId: sent }: z.output<typeof offerGrant>): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, invoiceId);
    const wanted: Granted = { offer, referralId: sent ?? null };
    const { granted, centsOf } = sumsOf(ctx, row);
    if (granted.some(isSame(wanted))) return showInvoice(ctx, row);
    assertOfferable(row);
    assertFits(ctx, row, wanted);
    const cents = centsOf(offer);
    if (cents === 0) throw new DomainError('CONFLICT', `There is nothing left of invoice ${row.invoiceNumber} to take it off.`);
    return addOfferLine(ctx, row, { ...wanted, description: OFFER_LINES[offer], cents });
  });
}
