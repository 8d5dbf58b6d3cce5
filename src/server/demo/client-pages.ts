import { getRow as getClientRow } from '../clients/service';
import type { Ctx } from '../context';
import { markConversationRead, sendMessage } from '../conversations/service';
import { getWorkOrder } from '../dispatch/work-orders';
import { sendMessage as sendOwnMessage } from '../portal/messages';
import { rateVisit } from '../portal/ratings';
import { DAY, setClock } from './clock';
import type { Done } from './jobs';
import type { People } from './people';

/** Ratings of the finished jobs in their order; null for a job without one. */
const OPINIONS: readonly ([stars: number, text: string | null] | null)[] = [
  [5, 'The kitchen shines. Thank you!'],
  null,
  [5, null],
  [4, 'Very good, only the windows could be better.'],
  null,
  [5, 'On time and friendly, as always.'],
  [3, 'The bathroom was left out. Please call me.'],
  [5, null],
];

/** Lets clients rate some of their finished visits, each on the day after. */
export function rateVisits(ctx: Ctx, done: readonly Done[]): void {
  for (const [place, { id, start }] of done.slice(0, OPINIONS.length).entries()) {
    const opinion = OPINIONS[place];
    if (!opinion) continue;
    const [stars, text] = opinion;
    const { id: clientId, name } = getClientRow(ctx, getWorkOrder(ctx, id).clientId);
    rateVisit(setClock(ctx, start, DAY, { kind: 'client', id: clientId, name }), { workOrderId: id, stars: stars as 5, text });
  }
}

/** Lets two clients write to the office: one has an answer, the other waits for one. */
export function writeMessages(ctx: Ctx, { clients }: People): void {
  const by = (place: number, minutes: number): Ctx => {
    const { id, name } = getClientRow(ctx, clients[place] ?? 0);
    return setClock(ctx, ctx.now().toISOString(), -minutes, { kind: 'client', id, name });
  };
  const earlier = (minutes: number): Ctx => setClock(ctx, ctx.now().toISOString(), -minutes);
  const priya = clients[5] ?? 0;
  sendOwnMessage(by(5, 2 * DAY), { text: 'Could you come after 3 p.m. next time? The baby sleeps until then.' });
  markConversationRead(earlier(2 * DAY - 30), { clientId: priya });
  sendMessage(earlier(2 * DAY - 35), { clientId: priya, text: 'Of course. We come at 3:30 p.m. from now on.' });
  sendOwnMessage(by(0, 50), { text: 'Is it possible to add the oven on Friday?' });
}
