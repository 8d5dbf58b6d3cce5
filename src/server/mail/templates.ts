import { company } from '../../shared/company';
import type { Inquiry } from '../../shared/quotes';
import type { Ctx } from '../trpc';
import { queueMessage } from './outbox';

/** How every message of the company ends. */
export const signature = () => `${company.name}\n${company.phone.display}\n${company.email}\n${company.city}, ${company.region}`;

/** The request in words, for both messages. */
const quoteFacts = (quote: Inquiry) =>
  [
    `Name: ${quote.name}`,
    `Email: ${quote.email}`,
    `Phone: ${quote.phone ?? 'not given'}`,
    `Address: ${quote.address ?? 'not given'}`,
    `Service type: ${quote.serviceType}`,
    `Message: ${quote.message ?? 'none'}`,
  ].join('\n');

/** "We received your request" to the visitor and "New quote request" to the owner, in the transaction that stores it. */
export function queueQuoteMessages(ctx: Ctx, quote: Inquiry): void {
  const related = { relatedType: 'quote', relatedId: quote.id };
  queueMessage(ctx, {
    ...related,
    purpose: 'quote-received',
    to: quote.email,
    subject: 'We received your request',
    body: `Hello ${quote.name},\n\nthank you for your inquiry. We received your request and will contact you within 24 hours with a free quote.\n\nThis is what you sent us:\n\n${quoteFacts(quote)}\n\nIf something is not right, just answer this message or call us.\n\n${signature()}\n`,
    dedupeKey: `quote-received:${quote.id}`,
  });
  queueMessage(ctx, {
    ...related,
    purpose: 'new-quote',
    to: company.email,
    subject: `New quote request: ${quote.serviceType}`,
    body: `A visitor asked for a free quote.\n\n${quoteFacts(quote)}\n\nSee it and confirm it: ${ctx.origin}/admin\n`,
    dedupeKey: `new-quote:${quote.id}`,
  });
}
