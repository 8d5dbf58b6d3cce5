import { quoteServiceName } from '../../../shared/quotes';
import type { Inquiry } from '../../../shared/quotes-schemas';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';
import { queueFromTemplate } from '../templates';

/** Queues "We received your request" to the visitor and "New quote request" to the owner. Call it inside a transaction. */
export function queueQuoteMessages(ctx: Ctx, quote: Inquiry): void {
  const related = { relatedType: 'quote', relatedId: quote.id };
  const values = {
    customerName: quote.name,
    customerEmail: quote.email,
    customerPhone: quote.phone ?? 'not given',
    address: quote.address ?? 'not given',
    serviceType: quoteServiceName(quote.serviceType),
    message: quote.message ?? 'none',
  };
  queueFromTemplate(ctx, { ...related, purpose: 'quote-received', to: quote.email, values, dedupeKey: `quote-received:${quote.id}` });
  queueFromTemplate(ctx, {
    ...related,
    purpose: 'new-quote',
    to: getCompany(ctx).email,
    values: { ...values, officeLink: `${ctx.origin}/admin` },
    dedupeKey: `new-quote:${quote.id}`,
  });
}
