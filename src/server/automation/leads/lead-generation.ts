import type { Sliced } from '../../../../db/slices';
import { LEAD_KINDS } from '../../../shared/automation';
import { formatCount } from '../../../shared/counts';
import type { Ctx } from '../../context';
import { expireFinding, getOpportunity, listOpportunitiesAfter, noteUndrafted, type OpportunityRow } from '../opportunities';
import { atRow } from '../row-fault';
import { openSweep, type RunUnderWay, type Sweep, type WorkerTask } from '../sweep';
import { formatPostalWarning } from '../wording';
import { findCart, judgeCart, listAbandonedCarts } from './abandoned-carts';
import { findBooking, judgeCancelled, listCancelledAfter } from './cancelled-bookings';
import { judgeClient, judgeLapsed, judgeOneTime, listClientsWithVisits } from './lapsed-clients';
import { isSameLead, type Judged, type Lead, type LeadKind, type LeadOutcome, recordLead, writeLeadDraft } from './lead';
import { findQuote, judgeQuote, listQuotesAfter } from './stale-quotes';

/** Rows of each list that one run reads at most, and leads of one kind that it creates at most. */
const MOST_CLIENTS = 300;
const MOST_CASES = 100;
const MOST_KNOWN = 25;
const MOST_CREATED = 12;

function openTally() {
  const counts = new Map<LeadKind | LeadOutcome | 'expired', number>();
  const count = (key: LeadKind | LeadOutcome | 'expired'): number => counts.get(key) ?? 0;
  return {
    count,
    add: (key: LeadKind | LeadOutcome | 'expired'): void => void counts.set(key, count(key) + 1),
  };
}
type Tally = ReturnType<typeof openTally>;

/** Closes recorded leads that no longer hold, and writes messages that had to wait. */
function* recheckLeads(ctx: Ctx, sweep: Sweep, tally: Tally): Sliced<void> {
  const recheck = (row: OpportunityRow) => {
    const judged = recheckLead(ctx, row);
    if (typeof judged === 'string') {
      expireFinding(ctx, row, judged);
      tally.add('expired');
    } else if (judged) {
      // The draft may have been stopped, for example by a new address without consent.
      const isStopped = row.status === 'drafted' && getOpportunity(ctx, row).messageId === null;
      const now = isStopped ? noteUndrafted(ctx, row.id) : row;
      if (now.status === 'open' && now.callOnly === null) tally.add(writeLeadDraft(ctx, now, judged));
    }
    return true;
  };
  for (const kind of LEAD_KINDS)
    for (const status of ['open', 'drafted'] as const)
      yield* sweep.each(`${kind}:${status}`, MOST_KNOWN, listOpportunitiesAfter(kind, status), recheck);
}

/** Looks for new leads in every list. Carts come first, since they soon become too old. */
function* findNewLeads(ctx: Ctx, run: RunUnderWay, sweep: Sweep, tally: Tally): Sliced<void> {
  const take = (judged: Judged): void => {
    if (typeof judged === 'string') return;
    const outcome = recordLead(ctx, run.id, judged);
    if (outcome === 'known') return;
    run.created += 1;
    tally.add(judged.kind);
    tally.add(outcome);
  };
  /** Returns a handler that stops its list once enough leads of a kind were created, so that one kind does not crowd out the others. */
  const judgeBy =
    <Row>(kinds: readonly LeadKind[], ...judges: ((ctx: Ctx, row: Row) => Judged)[]) =>
    (row: Row): boolean => {
      if (kinds.some((kind) => tally.count(kind) >= MOST_CREATED)) return false;
      for (const judge of judges) take(judge(ctx, row));
      run.examined += 1;
      return true;
    };
  const takeCart = judgeBy(['lead_cart'], (_ctx, id: string) => judgeCart(ctx, findCart(ctx, id)));
  for (const { id } of listAbandonedCarts(ctx, MOST_CASES)) {
    if (!atRow(`cart ${id}`, () => takeCart(id))) break;
    yield;
  }
  for (const status of ['pending', 'confirmed'] as const)
    yield* sweep.each(status, MOST_CASES, listQuotesAfter(status), judgeBy(['lead_stale_quote'], judgeQuote));
  yield* sweep.each('cancelled', MOST_CASES, listCancelledAfter, judgeBy(['lead_cancelled'], judgeCancelled));
  yield* sweep.each('clients', MOST_CLIENTS, listClientsWithVisits, judgeBy(['lead_onetime', 'lead_lapsed'], judgeOneTime, judgeLapsed));
}

const NAMES: Record<LeadKind, (count: number) => string> = {
  lead_lapsed: (count) => `${count} lapsed`,
  lead_stale_quote: (count) => `${formatCount(count, 'quote')} without an answer`,
  lead_cart: (count) => `${formatCount(count, 'cart')} left behind`,
  lead_cancelled: (count) => `${count} cancelled and not booked again`,
  lead_onetime: (count) => `${count} here once so far`,
};

function describeRun({ examined, created }: RunUnderWay, { count }: Tally): string {
  const found = LEAD_KINDS.filter((kind) => count(kind) > 0).map((kind) => NAMES[kind](count(kind)));
  const done = [
    count('drafted') > 0 && formatCount(count('drafted'), 'draft'),
    count('sent') > 0 && `${count('sent')} sent`,
    count('call-only') > 0 && `${count('call-only')} call only`,
    count('expired') > 0 && `${count('expired')} closed because they no longer apply`,
  ].filter(Boolean);
  const nothing = examined === 0 ? 'no clients, quote requests, carts or cancelled bookings yet' : 'nobody new to win back';
  const parts = [found.join(', ') || nothing, done.join(', ')].filter(Boolean);
  return `examined ${examined}, created ${created}: ${parts.join('; ')}`;
}

/** Finds lapsed and one-time clients, unanswered quotes, abandoned carts and cancelled bookings, and closes leads that no longer hold. */
export const findLeads: WorkerTask = function* (ctx, run) {
  const sweep = openSweep(ctx, 'lead-generation');
  const tally = openTally();
  yield* recheckLeads(ctx, sweep, tally);
  yield* findNewLeads(ctx, run, sweep, tally);
  sweep.save();
  const written = tally.count('drafted') + tally.count('sent');
  return { examined: run.examined, created: run.created, message: describeRun(run, tally) + formatPostalWarning(ctx, written) };
};

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
  return judged.changedReason ?? 'The case has changed since.';
}
