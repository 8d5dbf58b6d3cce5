import type { quotes } from '../../../../db/schema';
import { takeProportion } from '../../../shared/taxes';
import { businessDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getDueDay } from '../billing';
import { insertInvoice } from '../service';
import { getService } from './job';

type Quote = Omit<typeof quotes.$inferSelect, 'depositCents'> & { depositCents: number };

/**
 * Issues the invoice of a quote's deposit and returns its id. Its total is the deposit: the taxes are their share of the quote's, so that
 * this invoice and the one of the job add up to the quote. Call it inside a transaction.
 */
export function issueDeposit(ctx: Ctx, quote: Quote): number {
  const sums = takeProportion(quote, quote.depositCents);
  const { customerName, customerEmail, customerPhone, customerAddress, number } = quote;
  const description = `Deposit for quote ${number}`;
  const row = insertInvoice(
    ctx,
    {
      ...{ customerName, customerEmail, customerPhone, customerAddress },
      serviceType: getService(quote.serviceType),
      serviceDescription: description,
      serviceDate: businessDay(ctx.now()),
      dueDate: getDueDay(ctx),
      subtotal: sums.subtotalCents,
      items: [{ description, quantity: 1, price: sums.subtotalCents, isGoods: false }],
      notes: null,
      status: 'pending',
    },
    null,
    { terms: quote, sums, isFixed: true },
  );
  return row.id;
}
