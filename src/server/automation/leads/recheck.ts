import type { Ctx } from '../../context';
import type { OpportunityRow } from '../opportunities';
import { findCart, judgeCart } from './abandoned-carts';
import { findBooking, judgeCancelled } from './cancelled-bookings';
import { judgeClient } from './lapsed-clients';
import { isSameLead, type Judged, type Lead, type LeadKind } from './lead';
import { findQuote, judgeQuote } from './stale-quotes';

const JUDGES: Record<LeadKind, (ctx: Ctx, subjectId: string) => Judged> = {
  lead_lapsed: (ctx, id) => judgeClient(ctx, 'lead_lapsed', Number(id)),
  lead_onetime: (ctx, id) => judgeClient(ctx, 'lead_onetime', Number(id)),
  lead_stale_quote: (ctx, id) => judgeQuote(ctx, findQuote(ctx, Number(id))),
  lead_cart: (ctx, id) => judgeCart(ctx, findCart(ctx, id)),
  lead_cancelled: (ctx, id) => judgeCancelled(ctx, findBooking(ctx, Number(id))),
};
const isLeadKind = (kind: string): kind is LeadKind => kind in JUDGES;

/** Applies the rule of a recorded lead again: returns the lead, or the reason why it no longer holds. Undefined if the row is no lead. */
export function recheckLead(ctx: Ctx, row: Pick<OpportunityRow, 'kind' | 'subjectId' | 'dedupeKey'>): Lead | string | undefined {
  if (!isLeadKind(row.kind)) return undefined;
  const judged = JUDGES[row.kind](ctx, row.subjectId);
  if (typeof judged === 'string' || isSameLead(row, judged)) return judged;
  return judged.changedReason ?? 'It is another case by now.';
}
