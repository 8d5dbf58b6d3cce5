import { z } from 'zod';
import { moneyInput } from './money-input';

/** The key of an invoice's payment page: 128 random bits, base64url or hexadecimal. */
export const PAY_TOKEN = /^[\w-]{22,32}$/;
export const byPayToken = z.object({ token: z.string('Please open the link from your invoice.').max(200) });

const amount = moneyInput.refine((cents) => cents > 0, 'Please enter an amount above 0.');
/** A payment by card: of the balance, or of a part of it, and a tip beside it. */
export const cardPayment = byPayToken.extend({ amount: amount.optional(), tip: moneyInput.optional() });
export const checkoutSchema = z.object({ url: z.string() });

const PAY_STATES = ['open', 'paid', 'voided'] as const;
/** An invoice as its payment link shows it, without personal details of the client. */
export const payable = z.object({
  state: z.enum(PAY_STATES),
  invoiceNumber: z.string(),
  /** True for an invoice that asks for a deposit. */
  isDeposit: z.boolean(),
  /** True for an invoice of the visits of a month, each of which is a line with its day. */
  isMonthly: z.boolean(),
  serviceType: z.string(),
  serviceDate: z.string(),
  lines: z.array(z.object({ description: z.string(), quantity: z.int(), price: z.string() })),
  subtotal: z.string(),
  taxes: z.array(z.object({ label: z.string(), amount: z.string() })),
  total: z.string(),
  credited: z.string(),
  amountPaid: z.string(),
  balance: z.string(),
  dueDate: z.string(),
  paidDate: z.string().nullable(),
  takesCards: z.boolean(),
  allowsPartial: z.boolean(),
  allowsTips: z.boolean(),
  /** The ways to pay without a card, each with the owner's words. */
  instructions: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type Payable = z.output<typeof payable>;
