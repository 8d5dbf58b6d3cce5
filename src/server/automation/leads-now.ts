import type { Ctx } from '../trpc';
import { findBooking, judgeCancelled } from './cancelled-bookings';
import { judgeClient } from './lapsed';
import { isSameLead, type Judged, type Lead, type LeadKind } from './lead';
import { findCart, judgeCart } from './left-carts';
import type { OpportunityRow } from './opportunities';
import { findQuote, judgeQuote } from './stale-quotes';

const JUDGES: Record<LeadKind, (ctx: Ctx, subjectId: string) => Judged> = {
  lead_lapsed: (ctx, id) => judgeClient(ctx, 'lead_lapsed', Number(id)),
  lead_onetime: (ctx, id) => judgeClient(ctx, 'lead_onetime', Number(id)),
  lead_stale_quote: (ctx, id) => judgeQuote(ctx, findQuote(ctx, Number(id))),
  lead_cart: (ctx, id) => judgeCart(ctx, findCart(ctx, id)),
  lead_cancelled: (ctx, id) => judgeCancelled(ctx, findBooking(ctx, Number(id))),
};
const isLeadKind = (kind: string): kind is LeadKind => kind in JUDGES;

/** What the rule of a known lead says of it now: the lead, or in words why it no longer holds. Undefined for what is no lead. */
export function judgeAgain(ctx: Ctx, row: Pick<OpportunityRow, 'kind' | 'subjectId' | 'dedupeKey'>): Lead | string | undefined {
  if (!isLeadKind(row.kind)) return undefined;
  const judged = JUDGES[row.kind](ctx, row.subjectId);
  if (typeof judged === 'string' || isSameLead(row, judged)) return judged;
  return judged.otherwise ?? 'It is another case by now.';
}
