import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import type { Invoice } from '../../shared/invoices-schemas';
import { formatCents } from '../../shared/money';
import { GENERIC_REFERRAL_CODE, OFFER_LINES } from '../../shared/offer-terms';
import {
  type InvoiceOffer,
  type invoiceOffers,
  isSameOffer,
  offerCents,
  type offeredWhenBooking,
  type offerGrant,
  type offerRemoval,
} from '../../shared/offers';
import { formatMoney } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { assertOfferable } from '../invoices/lines';
import { addOfferLine, removeOfferLine } from '../invoices/offers/granting';
import { findBookingId, findUse, type Granted, listGrantedOffers } from '../invoices/offers/offer-lines';
import { findRemovalReason, listCandidates, readOfferSums } from '../invoices/offers/promises';
import { getRow, type InvoiceRow, toInvoice } from '../invoices/reading';
import { findReferrer } from '../referrals/service';

type Offered = z.output<typeof offeredWhenBooking>;
/** Returns the offers for a visitor's first online booking; a `ref` that is the code of a client adds one, without the client's name. */
export const describeOffers = (ctx: Ctx, { ref }: { ref: string | null }): Offered => ({
  offers: ['first-online-booking', ...(findReferrer(ctx, ref) ? (['referral-friend'] as const) : [])],
});
/** Returns true if a `ref` is the code of no client; a caller with many of these is guessing codes. */
export const isUnknownRef = ({ ref }: { ref: string | null }, { offers }: Offered): boolean =>
  ref !== null && ref !== GENERIC_REFERRAL_CODE && !offers.includes('referral-friend');

/** Returns a granted offer for the wire; the reason of a percentage also mentions its current amount if the invoice has changed. */
function toGrantedOffer({ offer, referralId, cents }: Granted & { cents: number }, reason: string, chargedCents: number): InvoiceOffer {
  const now = offerCents(offer, { chargedCents, leftCents: chargedCents });
  const note =
    offer === 'first-online-booking' && now !== cents ? ` Of ${formatMoney(chargedCents)} it would be ${formatMoney(now)} now.` : '';
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

function reasonNotToGrant(row: InvoiceRow, chargedCents: number): string | null {
  try {
    assertOfferable(row);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  return chargedCents === 0 ? 'This invoice has no amount yet.' : null;
}

/** Returns the granted and possible offers of an invoice with their reasons; empty for a paid invoice. Throws NOT_FOUND. */
export function listOffers(ctx: Ctx, { invoiceId }: { invoiceId: number }): z.output<typeof invoiceOffers> {
  const row = getRow(ctx, invoiceId);
  const { granted, chargedCents, getCents } = readOfferSums(ctx, row);
  const refusal = reasonNotToGrant(row, chargedCents);
  if (row.status === 'paid') return { rows: [], refusal };
  const bookingId = findBookingId(ctx, row);
  const rows = listCandidates(ctx, row).flatMap(({ reason, ...candidate }): InvoiceOffer[] => {
    const own = granted.find(isSameOffer(candidate));
    if (own) return [toGrantedOffer(own, reason, chargedCents)];
    if (findUse(ctx, candidate, { bookingId, but: row.id })) return [];
    const amount = formatCents(getCents(candidate.offer));
    const removedReason = findRemovalReason(ctx, row, candidate);
    return [{ ...candidate, description: OFFER_LINES[candidate.offer], reason, amount, isGranted: false, removedReason }];
  });
  return { rows, refusal };
}

/** Throws CONFLICT if an offer does not apply to an invoice, or was granted on another one. */
function assertFits(ctx: Ctx, row: InvoiceRow, wanted: Granted): void {
  if (!listCandidates(ctx, row).some(isSameOffer(wanted)))
    throw new DomainError('CONFLICT', `That offer does not apply to invoice ${row.invoiceNumber}.`);
  const other = findUse(ctx, wanted, { bookingId: findBookingId(ctx, row), but: row.id });
  if (other) throw new DomainError('CONFLICT', `That offer is on invoice ${other.invoiceNumber} already.`);
}

/**
 * Adds an offer to an invoice; does nothing if it is on the invoice already. Throws NOT_FOUND, and CONFLICT if the offer does not
 * apply, is used, would take nothing off, or comes after a payment.
 */
export function grantOffer(ctx: Ctx, { invoiceId, offer, referralId: sent }: z.output<typeof offerGrant>): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, invoiceId);
    const wanted: Granted = { offer, referralId: sent ?? null };
    const { granted, getCents } = readOfferSums(ctx, row);
    if (granted.some(isSameOffer(wanted))) return toInvoice(ctx, row);
    assertOfferable(row);
    assertFits(ctx, row, wanted);
    const cents = getCents(offer);
    if (cents === 0) throw new DomainError('CONFLICT', `No amount is left on invoice ${row.invoiceNumber} for this offer.`);
    return toInvoice(ctx, addOfferLine(ctx, row, { ...wanted, cents }));
  });
}

/**
 * Removes an offer from an invoice and records the reason, so that it is not added again automatically; does nothing if it was
 * removed before. Throws NOT_FOUND, and CONFLICT if the offer is not on the invoice, or after a payment.
 */
export function removeOffer(ctx: Ctx, { invoiceId, offer, referralId: sent, reason }: z.output<typeof offerRemoval>): Invoice {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, invoiceId);
    const wanted: Granted = { offer, referralId: sent ?? null };
    if (listGrantedOffers(ctx, row.id).some(isSameOffer(wanted))) return toInvoice(ctx, removeOfferLine(ctx, row, wanted, reason));
    if (findRemovalReason(ctx, row, wanted) !== null) return toInvoice(ctx, row);
    throw new DomainError('CONFLICT', `That offer is not on invoice ${row.invoiceNumber}.`);
  });
}
