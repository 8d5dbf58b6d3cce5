import { DomainError } from '../../shared/errors';
import { MAX_ITEMS } from '../../shared/invoices';
import { OFFER_LINES } from '../../shared/offer-terms';
import type { Ctx } from '../context';
import { noteChange } from './issuing';
import { assertOfferable, changeFields, type Items, itemsOf } from './lines';
import { type Granted, inOfferOrder, reckonOffers } from './offer-lines';
import { findPromises } from './promises';
import type { InvoiceRow } from './reading';

const subtotalOf = (items: Items): number => items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** The line that stands for the subtotal of an invoice once it has offers. */
const serviceLine = ({ serviceType, subtotalCents }: InvoiceRow): Items[number] => ({
  description: serviceType,
  quantity: 1,
  price: subtotalCents,
  isGoods: false,
});

/**
 * Takes an offer off an invoice, and taxes it anew: the offers are its last lines, in the order in which they come off. An invoice
 * without lines gets its service as the first. Call it inside a transaction. Throws CONFLICT once something of it is paid, and without a place for one more line.
 */
export function addOfferLine(ctx: Ctx, row: InvoiceRow, { cents, offer, referralId }: Granted & { cents: number }): InvoiceRow {
  assertOfferable(row);
  const stored = itemsOf(ctx, row.id);
  // With one more it could not be saved again.
  if (stored.length >= MAX_ITEMS) throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} has ${MAX_ITEMS} line items already.`);
  const line = { description: OFFER_LINES[offer], offer, referralId, quantity: 1, price: -cents, isGoods: false };
  const items = inOfferOrder([...(stored.length > 0 ? stored : [serviceLine(row)]), line]);
  const changed = changeFields(ctx, row, {}, items, subtotalOf(items));
  noteChange(ctx, changed, 'offerGranted', { offer, referralId, cents });
  return changed;
}

/** Removes the line of an offer from an invoice and taxes it anew. Call it inside a transaction. Throws CONFLICT once something of it is paid. */
export function removeOfferLine(ctx: Ctx, row: InvoiceRow, { offer, referralId }: Granted, reason: string): InvoiceRow {
  assertOfferable(row);
  const left = itemsOf(ctx, row.id).filter((item) => item.offer !== offer || (item.referralId ?? null) !== referralId);
  const subtotal = subtotalOf(left);
  const isServiceAlone = left.length === 1 && left[0]?.quantity === 1 && !left[0].isGoods && left[0].description === row.serviceType;
  const changed = changeFields(ctx, row, {}, isServiceAlone ? [] : left, subtotal);
  noteChange(ctx, changed, 'offerRemoved', { offer, referralId, reason });
  return changed;
}

/** Adds the offers that the customer of an invoice was promised. An invoice without an amount gets them with its amount. */
export function applyPromises(ctx: Ctx, row: InvoiceRow): InvoiceRow {
  const [promise] = findPromises(ctx, row);
  if (!promise || itemsOf(ctx, row.id).length >= MAX_ITEMS) return row;
  return applyPromises(ctx, addOfferLine(ctx, row, promise));
}

/**
 * What a new subtotal means for a draft of one service with offers: the price of the service, of which the offers come off anew.
 * Returns undefined for anything else.
 */
export function repriced(ctx: Ctx, row: InvoiceRow, subtotal: number | undefined): { items: Items; subtotal: number } | undefined {
  if (row.status !== 'draft' || subtotal === undefined || subtotal === row.subtotalCents) return undefined;
  const stored = itemsOf(ctx, row.id);
  const [service, ...offers] = stored;
  if (service?.quantity !== 1 || offers.length === 0 || !offers.every(({ offer }) => offer)) return undefined;
  const items = reckonOffers([{ ...service, price: subtotal }, ...offers]);
  return { items, subtotal: subtotalOf(items) };
}
