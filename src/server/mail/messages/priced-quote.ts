import { quotePagePath } from '../../../shared/quoting';
import type { PricedQuote } from '../../../shared/quoting-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { getCompany } from '../../settings/service';
import type { Attachment } from '../outgoing';
import { queueFromTemplate } from '../templates';

const getFacts = ({ id, customerName, number, total }: PricedQuote) => ({
  related: { relatedType: 'pricedQuote', relatedId: id },
  values: { customerName, quoteNumber: number, total: formatPrice(total) },
});
const getOffice = (ctx: Ctx, { id }: PricedQuote) => ({
  to: getCompany(ctx).email,
  officeLink: `${ctx.origin}/admin?priced=${id}`,
});

/** Queues a sent quote with its link and its PDF for its client. Nothing is mailed to a client without an e-mail address. */
export function queueQuoteSent(ctx: Ctx, quote: PricedQuote, attachments: Attachment[]): void {
  if (quote.customerEmail === null || quote.token === null) return;
  const { related, values } = getFacts(quote);
  queueFromTemplate(ctx, {
    ...related,
    purpose: 'priced-quote-sent',
    to: quote.customerEmail,
    attachments,
    values: {
      ...values,
      message: quote.message ?? `Hello ${quote.customerName},`,
      validUntil: formatDay(quote.validUntil),
      quoteLink: `${ctx.origin}${quotePagePath(quote.token)}`,
    },
    dedupeKey: `priced-quote-sent:${quote.id}`,
  });
}

/** Queues the notice to the office that a client approved a quote. */
export function queueQuoteApproved(ctx: Ctx, quote: PricedQuote): void {
  const { related, values } = getFacts(quote);
  const { to, officeLink } = getOffice(ctx, quote);
  const deposit = quote.deposit === null ? 'none' : formatPrice(quote.deposit);
  queueFromTemplate(ctx, {
    ...{ ...related, to, purpose: 'priced-quote-approved', dedupeKey: `priced-quote-approved:${quote.id}` },
    values: { ...values, officeLink, deposit, approvedName: quote.approvedName ?? '' },
  });
}

/** Queues the notice to the office that a client declined a quote. */
export function queueQuoteDeclined(ctx: Ctx, quote: PricedQuote): void {
  const { related, values } = getFacts(quote);
  const { to, officeLink } = getOffice(ctx, quote);
  queueFromTemplate(ctx, {
    ...{ ...related, to, purpose: 'priced-quote-declined', dedupeKey: `priced-quote-declined:${quote.id}` },
    values: { ...values, officeLink, reason: quote.declineReason ?? 'not given' },
  });
}

/** Queues the notice to the office that a client asks for a change, one for each text. */
export function queueQuoteChange(ctx: Ctx, quote: PricedQuote): void {
  const { related, values } = getFacts(quote);
  const { to, officeLink } = getOffice(ctx, quote);
  queueFromTemplate(ctx, {
    ...{ ...related, to, purpose: 'priced-quote-change', dedupeKey: `priced-quote-change:${quote.id}:${quote.answeredAt}` },
    values: { ...values, officeLink, request: quote.changeRequest ?? '' },
  });
}
