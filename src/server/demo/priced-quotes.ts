import type { z } from 'zod';
import { addDays } from '../../shared/calendar-day';
import { parseCents } from '../../shared/money';
import type { quoteComposition } from '../../shared/quoting-schemas';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { declineQuote, markViewed, requestChange } from '../quoting/answers';
import { approveQuote } from '../quoting/approval';
import { composeQuote } from '../quoting/composing';
import { getQuoteByToken } from '../quoting/reading';
import { markExpiredQuotes, sendQuote } from '../quoting/sending';
import { setClock, toInstant, type When } from './clock';
import type { People } from './people';

type Composition = z.output<typeof quoteComposition>;
type Line = Composition['lines'][number];
/** Returns a line of work by its price in cents. */
const work = (description: string, price: number, minutes: number, more: Partial<Line> = {}): Line => ({
  ...{ kind: 'service', description, quantity: 1, price, minutes, isGoods: false, isOptional: false },
  ...more,
});
const optional = { kind: 'extra', isOptional: true } as const;

type Offer = Pick<Composition, 'serviceType' | 'lines'> &
  Partial<Composition> & {
    /** The client by their place in the list of people. */
    client: number;
    sent: When;
    /** Days for which it is valid, from the day it is sent. */
    days?: number;
    answer?: 'viewed' | 'approved' | 'declined' | 'change';
  };
const OFFERS: Offer[] = [
  {
    client: 6,
    sent: { days: -40, time: '11:20' },
    days: 14,
    serviceType: 'deep-cleaning',
    lines: [work('Deep cleaning, whole house', 38_000, 300)],
  },
  {
    client: 4,
    sent: { days: -18, time: '14:05' },
    answer: 'declined',
    serviceType: 'commercial',
    lines: [work('Office cleaning, 1,800 square feet', 26_300, 230)],
  },
  {
    client: 0,
    sent: { days: -3, time: '16:30' },
    answer: 'change',
    serviceType: 'residential',
    lines: [work('Residential cleaning, 4 bedrooms', 21_500, 180), work('Balcony', 4_000, 30)],
  },
  {
    client: 3,
    sent: { days: -1, time: '10:15' },
    answer: 'viewed',
    serviceType: 'residential',
    message: 'Thank you for showing us around. This is what we would do.',
    lines: [
      work('Residential cleaning, 3 bedrooms and 2 bathrooms', 18_000, 150),
      work('Inside the oven', 3_500, 30, optional),
      work('Inside the windows', 650, 5, { ...optional, quantity: 12 }),
      { ...work('Welcome discount', -1_500, 0), kind: 'discount' },
    ],
  },
  {
    client: 2,
    // Its deposit invoice is the newest one.
    sent: -90,
    answer: 'approved',
    serviceType: 'residential',
    deposit: { percent: 20 },
    lines: [work('Move-out cleaning, 3 bedrooms', 29_000, 240), work('Inside the oven', 3_500, 30, optional)],
  },
];

/** Sends priced quotes to clients: one has expired, one was declined, one approved, one is to change and one waits with options. */
export async function makePricedQuotes(ctx: Ctx, { clients }: People): Promise<void> {
  for (const { client, sent, days = 30, answer, ...offer } of OFFERS) {
    const at = toInstant(ctx, sent);
    const office = setClock(ctx, at);
    const draft = composeQuote(office, {
      ...{ message: null, terms: undefined },
      ...offer,
      clientId: clients[client] ?? 0,
      validUntil: addDays(businessDay(office.now()), days),
    });
    const { token } = await sendQuote(office, { id: draft.id });
    if (token !== null && answer) answerQuote(setClock(ctx, at, 95, { kind: 'visitor' }), token, answer);
  }
  markExpiredQuotes(ctx);
}

function answerQuote(ctx: Ctx, token: string, answer: NonNullable<Offer['answer']>): void {
  markViewed(ctx, { token });
  if (answer === 'declined') declineQuote(ctx, { token, reason: 'We found someone closer to the office.' });
  if (answer === 'change') requestChange(ctx, { token, text: 'Could you leave out the balcony?' });
  if (answer !== 'approved') return;
  const { version, total, customerName } = getQuoteByToken(ctx, { token });
  approveQuote({ ...ctx, clientKey: 'demo' }, { token, version, chosen: [], total: parseCents(total) ?? 0, name: customerName });
}
