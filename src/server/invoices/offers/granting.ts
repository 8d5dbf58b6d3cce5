import type { z } from 'zod';
import { DomainError } from '../../../shared/errors';
import { MAX_ITEMS } from '../../../shared/invoices';
import type { invoiceInput } from '../../../shared/invoices-schemas';
import { OFFER_LINES } from '../../../shared/offer-terms';
import { isSameOffer } from '../../../shared/offers';
import type { Ctx } from '../../context';
import { noteChange } from '../issuing';
import { assertOfferable, changeFields, type Items, listItems } from '../lines';
import type { InvoiceRow } from '../reading';
import { type Granted, inOfferOrder, priceOffers, sumLines } from './offer-lines';
import { findPromises, listCandidates } from './promises';

/** Returns the line that stands for the subtotal of an invoice without lines, once it has offers. */
const serviceLine = ({ serviceType, subtotalCents }: InvoiceRow): Items[number] => ({
  description: serviceType,
  quantity: 1,
  price: subtotalCents,
  isGoods: false,
});

/**
 * Adds the line of an offer to an invoice and calculates its taxes again. Offers are the last lines, in the order in which they come
 * off; an invoice without lines gets its service as the first one. Call it inside a transaction. Throws CONFLICT after a payment, or
 * if the invoice has no room for another line.
 */
export function addOfferLine(ctx: Ctx, row: InvoiceRow, { cents, offer, referralId }: Granted & { cents: number }): InvoiceRow {
  assertOfferable(row);
  const stored = listItems(ctx, row.id);
  // An invoice with more lines could not be saved again.
  if (stored.length >= MAX_ITEMS) throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} has ${MAX_ITEMS} line items already.`);
  const line = { description: OFFER_LINES[offer], offer, referralId, quantity: 1, price: -cents, isGoods: false };
  const items = inOfferOrder([...(stored.length > 0 ? stored : [serviceLine(row)]), line]);
  const changed = changeFields(ctx, row, {}, items, sumLines(items));
  noteChange(ctx, changed, 'offerGranted', { offer, referralId, cents });
  return changed;
}

/** Removes an offer from an invoice and calculates its taxes again. Call it inside a transaction. Throws CONFLICT after a payment. */
export function removeOfferLine(ctx: Ctx, row: InvoiceRow, { offer, referralId }: Granted, reason: string): InvoiceRow {
  assertOfferable(row);
  const left = listItems(ctx, row.id).filter((item) => item.offer !== offer || (item.referralId ?? null) !== referralId);
  const isServiceAlone = left.length === 1 && left[0]?.quantity === 1 && !left[0].isGoods && left[0].description === row.serviceType;
  const changed = changeFields(ctx, row, {}, isServiceAlone ? [] : left, sumLines(left));
  noteChange(ctx, changed, 'offerRemoved', { offer, referralId, reason });
  return changed;
}

type Refused = NonNullable<z.output<typeof invoiceInput>['withoutOffers']>;
/** Records the reasons to leave promised offers off a new invoice, so that they are not added later either, when it gets an amount. */
export function refusePromises(ctx: Ctx, row: InvoiceRow, refused: Refused): void {
  const candidates = listCandidates(ctx, row);
  for (const { offer, referralId = null, reason } of refused)
    if (candidates.some(isSameOffer({ offer, referralId }))) noteChange(ctx, row, 'offerRemoved', { offer, referralId, reason });
}

/** Adds the offers that the customer of an invoice was promised. An invoice without an amount gets them with its amount. */
export function applyPromises(ctx: Ctx, row: InvoiceRow): InvoiceRow {
  const [promise] = findPromises(ctx, row);
  if (!promise || listItems(ctx, row.id).length >= MAX_ITEMS) return row;
  return applyPromises(ctx, addOfferLine(ctx, row, promise));
}

/**
 * Takes a new subtotal of a draft with one service, offers and deposits as the price of that service, and calculates the offers again.
 * Returns undefined for any other invoice.
 */
export function repriceService(ctx: Ctx, row: InvoiceRow, subtotal: number | undefined): { items: Items; subtotal: number } | undefined {
  if (row.status !== 'draft' || subtotal === undefined || subtotal === row.subtotalCents) return undefined;
  const stored = listItems(ctx, row.id);
  const [service, ...offers] = stored;
  if (service?.quantity !== 1 || offers.length === 0 || !offers.every(({ offer, depositInvoiceId }) => offer || depositInvoiceId))
    return undefined;
  const items = priceOffers([{ ...service, price: subtotal }, ...offers]);
  return { items, subtotal: sumLines(items) };
}
