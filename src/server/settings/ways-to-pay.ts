import { CHECKOUT_METHODS, METHOD_NAMES } from '../../shared/store-options';
import type { Ctx } from '../context';
import { getSettings } from './service';

type Named = { name: string; text: string };

/** Returns how to pay an invoice in each way, in the owner's words, and which number to write into the message. */
export function listWaysToPay(ctx: Pick<Ctx, 'db'>, invoiceNumber: string): Named[] {
  const { paymentInstructions } = getSettings(ctx);
  return CHECKOUT_METHODS.map((method) => ({
    // An invoice is not paid on delivery.
    name: method === 'cash' ? 'Cash' : METHOD_NAMES[method],
    text: `${paymentInstructions[method]}${method === 'interac' ? ` Please write ${invoiceNumber} in the message.` : ''}`,
  }));
}

/** Returns the ways to pay an invoice in lines, each on one line. */
export const describeWaysToPay = (ctx: Pick<Ctx, 'db'>, invoiceNumber: string): string =>
  listWaysToPay(ctx, invoiceNumber)
    .map(({ name, text }) => `${name}: ${text.replace(/\s+/g, ' ').trim()}`)
    .join('\n');

type Payable = { invoiceNumber: string; payUrl?: string | null };
/** Returns what the paper of an invoice says about its payment: the owner's words, each way to pay and the link. */
export const describePayment = (ctx: Pick<Ctx, 'db'>, { invoiceNumber, payUrl }: Payable): string =>
  [getSettings(ctx).invoiceInstructions, describeWaysToPay(ctx, invoiceNumber), payUrl ? `Online: ${payUrl}` : '']
    .filter((lines) => lines !== '')
    .join('\n');
