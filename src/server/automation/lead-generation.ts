import { and, eq, gt, sql } from 'drizzle-orm';
import { opportunities } from '../../../db/schema';
import { LEAD_KINDS } from '../../shared/automation-words';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';
import { cancelledAfter, judgeCancelled } from './cancelled-bookings';
import { judgeLapsed, judgeOneTime, visitsOf } from './lapsed';
import { counted, type Judged, type LeadKind, type LeadOutcome, recordLead, tellHeldBack, writeLeadDraft } from './lead';
import { judgeAgain } from './leads-now';
import { cartsLeft, judgeCart } from './left-carts';
import { expireFinding, getOpportunity, noteUndrafted, type OpportunityRow } from './opportunities';
import { clientsAfter } from './people';
import { atRow } from './row-fault';
import { judgeQuote, quotesAfter } from './stale-quotes';
import { openSweep, type Sweep } from './sweep';
import type { Work } from './worker';

/** Rows of each list that one run looks at, and leads of a kind that it makes at most. */
const MOST_CLIENTS = 300;
const MOST_CASES = 100;
const MOST_KNOWN = 25;
const MOST_CREATED = 12;

const knownLeads = prepared((db) =>
  db
    .select()
    .from(opportunities)
    .where(
      and(
        eq(opportunities.kind, sql.placeholder('kind')),
        eq(opportunities.status, sql.placeholder('status')),
        gt(opportunities.id, sql.placeholder('after')),
      ),
    )
    .orderBy(opportunities.id)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

type Tally = { created: Map<LeadKind, number>; outcomes: Map<LeadOutcome, number>; expired: number };
const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const createdIn = ({ created }: Tally) => [...created.values()].reduce((sum, count) => sum + count, 0);

/** Closes the known leads that hold no longer, and writes the messages that had to wait. */
function lookAgain(ctx: Ctx, sweep: Sweep, tally: Tally): void {
  const again = (row: OpportunityRow) => {
    const judged = judgeAgain(ctx, row);
    if (typeof judged === 'string') {
      expireFinding(ctx, row, judged);
      tally.expired += 1;
    } else if (judged) {
      // Its draft was stopped, such as by a new address without consent.
      const isStopped = row.status === 'drafted' && getOpportunity(ctx, row).messageId === null;
      const now = isStopped ? noteUndrafted(ctx, row.id) : row;
      if (now.status === 'open' && now.callOnly === null) add(tally.outcomes, writeLeadDraft(ctx, now, judged));
    }
    return true;
  };
  for (const kind of LEAD_KINDS)
    for (const status of ['open', 'drafted'] as const)
      sweep.each(`${kind}:${status}`, MOST_KNOWN, (place) => knownLeads(ctx.db).all({ kind, status, ...place }), again);
}

/** Looks for new leads in every list; answers how many rows were looked at. */
function lookForNew(ctx: Ctx, runId: number, sweep: Sweep, tally: Tally): number {
  const take = (judged: Judged): void => {
    if (typeof judged === 'string') return;
    const outcome = recordLead(ctx, runId, judged);
    if (outcome === 'known') return;
    add(tally.created, judged.kind);
    add(tally.outcomes, outcome);
  };
  // Each list ends by itself where it gave enough, so that many leads of one kind keep none of another from the owner.
  const judgeEach: JudgeEach = (kinds, ...judges) => {
    return (row) => {
      if (kinds.some((kind) => (tally.created.get(kind) ?? 0) >= MOST_CREATED)) return false;
      for (const judge of judges) take(judge(row));
      return true;
    };
  };
  const judgeLeftCart = judgeEach<ReturnType<typeof cartsLeft>[number]>(['lead_cart'], (cart) => judgeCart(ctx, cart));
  const carts = cartsLeft(ctx, MOST_CASES);
  const unjudged = carts.findIndex((cart) => !atRow(`cart ${cart.id}`, () => judgeLeftCart(cart)));
  const quotes = (['pending', 'confirmed'] as const).map((status) =>
    sweep.each(
      status,
      MOST_CASES,
      (place) => quotesAfter(ctx, status, place),
      judgeEach(['lead_stale_quote'], (quote) => judgeQuote(ctx, quote)),
    ),
  );
  const bookings = sweep.each(
    'cancelled',
    MOST_CASES,
    (place) => cancelledAfter(ctx, place),
    judgeEach(['lead_cancelled'], (booking) => judgeCancelled(ctx, booking)),
  );
  const examinedCarts = unjudged === -1 ? carts.length : unjudged;
  return examinedCarts + quotes.reduce((sum, count) => sum + count, 0) + bookings + lookAtClients(ctx, sweep, judgeEach);
}

/** Judges each row by some rules; answers false, without a look at it, once enough leads of these kinds were made. */
type JudgeEach = <Row>(kinds: readonly LeadKind[], ...judges: ((row: Row) => Judged)[]) => (row: Row) => boolean;
function lookAtClients(ctx: Ctx, sweep: Sweep, judgeEach: JudgeEach): number {
  const read = (place: { after: number; limit: number }) => {
    const rows = clientsAfter(ctx, place);
    const visits = visitsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((client) => ({ id: client.id, client, visits: visits(client.id) }));
  };
  return sweep.each(
    'clients',
    MOST_CLIENTS,
    read,
    judgeEach(
      ['lead_onetime', 'lead_lapsed'],
      ({ client, visits }) => judgeOneTime(ctx, client, visits),
      ({ client, visits }) => judgeLapsed(ctx, client, visits),
    ),
  );
}

const NAMES: Record<LeadKind, (count: number) => string> = {
  lead_lapsed: (count) => `${count} lapsed`,
  lead_stale_quote: (count) => `${counted(count, 'quote')} without an answer`,
  lead_cart: (count) => `${counted(count, 'cart')} left behind`,
  lead_cancelled: (count) => `${count} cancelled and not booked again`,
  lead_onetime: (count) => `${count} here once so far`,
};

/** What a run came to, in a sentence: "examined 14, created 2: 1 lapsed, 1 here once so far; 1 draft, 1 call only". */
function tell(examined: number, tally: Tally): string {
  const { created, outcomes, expired } = tally;
  const found = LEAD_KINDS.flatMap((kind) => (created.has(kind) ? NAMES[kind](created.get(kind) ?? 0) : []));
  const written = [
    ...(outcomes.has('drafted') ? [counted(outcomes.get('drafted') ?? 0, 'draft')] : []),
    ...(outcomes.has('sent') ? [`${outcomes.get('sent')} sent`] : []),
    ...(outcomes.has('call-only') ? [`${outcomes.get('call-only')} call only`] : []),
    ...(expired > 0 ? [`${expired} closed, no longer so`] : []),
  ];
  const nothing = examined === 0 ? 'no clients, quote requests, carts or cancelled bookings yet' : 'nobody new to win back';
  const parts = [found.length > 0 ? found.join(', ') : nothing, ...(written.length > 0 ? [written.join(', ')] : [])];
  return `examined ${examined}, created ${createdIn(tally)}: ${parts.join('; ')}`;
}

/**
 * Finds people to win back or to win: lapsed and one-time clients, quotes without an answer, carts left behind and cancelled
 * bookings (automation.md §3); what holds no longer is closed. Carts come first, since they are soon too old.
 */
export const findLeads: Work = (ctx, runId) => {
  const sweep = openSweep(ctx, 'lead-generation');
  const tally: Tally = { created: new Map(), outcomes: new Map(), expired: 0 };
  lookAgain(ctx, sweep, tally);
  const examined = lookForNew(ctx, runId, sweep, tally);
  sweep.keep();
  const written = (tally.outcomes.get('drafted') ?? 0) + (tally.outcomes.get('sent') ?? 0);
  return { examined, created: createdIn(tally), message: tell(examined, tally) + tellHeldBack(ctx, written) };
};
