import { CHECKOUT_METHODS, METHOD_NAMES } from '../../../shared/store-options';
import type { Ctx } from '../../context';
import { getSettings } from '../../settings/service';

/** The names of the ways to pay an invoice, where an order says something else. */
const NAMES: Partial<Record<(typeof CHECKOUT_METHODS)[number], string>> = { cash: 'Cash' };

/** Returns how to pay an invoice in each way, in the owner's words, and which number to write into the message. */
export function describeWaysToPay(ctx: Pick<Ctx, 'db'>, invoiceNumber: string): { name: string; text: string }[] {
  const { paymentInstructions } = getSettings(ctx);
  return CHECKOUT_METHODS.map((method) => ({
    name: NAMES[method] ?? METHOD_NAMES[method],
    text: `${paymentInstructions[method]}${method === 'interac' || method === 'direct-deposit' ? ` Please write ${invoiceNumber} in the message.` : ''}`,
  }));
}
