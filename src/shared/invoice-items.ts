import { z } from 'zod';
import { MAX_CENTS, parseCents } from './money';
import { OFFERS } from './offer-terms';
import { MAX_QUANTITY } from './store-options';
import { idSchema, MISSING, numberInput, requiredLine } from './text';

const QUANTITY = `Please give a whole quantity from 1 to ${MAX_QUANTITY}.`;
const AMOUNT = 'Please enter an amount such as 149.00.';
/** A whole number of pieces. */
export const quantityInput = numberInput(QUANTITY).pipe(z.int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY));
/** The price of a line in cents; below zero for an offer, a discount or a deposit. */
export const linePrice = z
  .union([z.string(), z.number()], MISSING)
  .refine((value) => value !== '', MISSING)
  .transform((value, ctx) => {
    const cents = parseCents(value);
    if (cents !== undefined && Math.abs(cents) <= MAX_CENTS) return cents;
    ctx.addIssue({ code: 'custom', message: AMOUNT });
    return z.NEVER;
  });
type Item = { offer?: string | null | undefined; isDeduction?: boolean | undefined; price: number; quantity: number };
/** Returns the error of a line's price, or undefined: only an offer, with quantity 1, and a deduction may be negative. */
function toIssue({ offer, isDeduction, price, quantity }: Item) {
  if (isDeduction && !offer) return price > 0 ? 'Please enter a deduction as a negative amount, such as -25.00.' : undefined;
  if (offer) return price > 0 || quantity !== 1 ? 'Please enter an offer as one negative amount, such as -25.00.' : undefined;
  return price < 0 ? AMOUNT : undefined;
}
export const itemInput = z
  .object({
    description: requiredLine(240),
    quantity: quantityInput.default(1),
    price: linePrice,
    /** Goods, which have PST under the British Columbia tax profile; services do not. */
    isGoods: z.boolean().default(false),
    /** The offer of the line and the referral that it is for. Only `offers.grant` adds them. */
    offer: z.enum(OFFERS).nullish(),
    referralId: idSchema.nullish(),
    /** A discount, or the deposit of the invoice that `depositInvoiceId` names. Only the invoice of the job deducts a deposit. */
    isDeduction: z.boolean().optional(),
    depositInvoiceId: idSchema.nullish(),
  })
  .superRefine((item, ctx) => {
    const message = toIssue(item);
    if (message) ctx.addIssue({ code: 'custom', path: ['price'], message });
  });

export const invoiceItemSchema = z.object({
  description: z.string(),
  quantity: z.int(),
  price: z.string(),
  isGoods: z.boolean(),
  /** The offer of the line, whose price is then 0 or negative, and the referral that it is for. */
  offer: z.enum(OFFERS).optional(),
  referralId: z.int().nullish(),
  /** True for a discount or a deposit, whose price is 0 or negative, and the invoice of the deposit. */
  isDeduction: z.boolean().optional(),
  depositInvoiceId: z.int().nullish(),
});
