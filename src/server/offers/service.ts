import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import type { Invoice } from '../../shared/invoices';
import { formatCents } from '../../shared/money';
import { GENERIC_REFERRAL_CODE, OFFER_LINES } from '../../shared/offer-terms';
import {
  type InvoiceOffer,
  type invoiceOffers,
  offerCents,
  type offeredWhenBooking,
  type offerGrant,
  type offerRemoval,
} from '../../shared/offers';
import { showCents } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { addOfferLine, removeOfferLine } from '../invoices/granting';
import { assertOfferable } from '../invoices/lines';
import { bookingIdOf, findUse, type Granted, grantedOn, isSame } from '../invoices/offer-lines';
import { candidatesOf, removalReasonOf, sumsOf } from '../invoices/promises';
import { getRow, type InvoiceRow, showInvoice } from '../invoices/reading';
import { findReferrer } from '../referrals/service';

type Offered = z.output<typeof offeredWhenBooking>;
/** What a visitor who was sent by a `ref` may get off their first booking online, without a name; a code that is no client's adds nothing. */
export const describeOffers = (ctx: Ctx, { ref }: { ref: string | null }): Offered => ({
  offers: ['first-online-booking', ...(findReferrer(ctx, ref) ? (['referral-friend'] as const) : [])],
});
/** Whether a `ref` was answered that is no client's code: whoever asks for many tries them out. */
export const isUnknownRef = ({ ref }: { ref: string | null }, { offers }: Offered): boolean =>
  ref !== null && ref !== GENERIC_REFERRAL_CODE && !offers.includes('referral-friend');

/** A line as it stands on an invoice; of the share it is told when it would be another by now. */
function showGranted({ offer, referralId, cents }: Granted & { cents: number }, reason: string, chargedCents: number): InvoiceOffer {
  const now = offerCents(offer, { chargedCents, leftCents: chargedCents });
  const note = offer === 'first-online-booking' && now !== cents ? ` Of ${showCents(chargedCents)} it would be ${showCents(now)} now.` : '';
  return {
    offer,
    referralId,
    description: OFFER_LINES[offer],
    reason: reason + note,
    amount: formatCents(cents),
    isGranted: true,
    removedReason: null,
  };
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
    const removedReason = removalReasonOf(ctx, row, candidate);
    return [{ ...candidate, description: OFFER_LINES[candidate.offer], reason, amount, isGranted: false, removedReason }];
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
    return showInvoice(ctx, addOfferLine(ctx, row, { ...wanted, cents }));
  });
}

/**
 * Removes the line of an offer from an invoice, with a reason that is kept in the activity log so that it is not added again by
 * itself; the same again changes nothing. Throws NOT_FOUND, and CONFLICT for an offer that is not on it, or after a payment.
 */
export function removeOffer(ctx: Ctx, { invoiceId, offer, referralId: sent, reason }: z.output<typeof offerRemoval>): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, invoiceId);
    const wanted: Granted = { offer, referralId: sent ?? null };
    if (grantedOn(ctx, row.id).some(isSame(wanted))) return showInvoice(ctx, removeOfferLine(ctx, row, wanted, reason));
    if (removalReasonOf(ctx, row, wanted) !== null) return showInvoice(ctx, row);
    throw new DomainError('CONFLICT', `That offer is not on invoice ${row.invoiceNumber}.`);
  });
}
