import { describe, expect, test } from 'vitest';
import { receipts, todos } from '../../db/schema';
import { expectSound } from '../support/booked-job';
import { lookUpKeys, OFFICE, post, SECRET, sign, writeNotice } from '../support/interac';
import { eventOf, openWithCards, postEvent, StripeServer } from '../support/stripe-server';

const stripe = new StripeServer();

/** Opens a shop with one open invoice of $119.00, and the two payments of its whole balance, which arrive by HTTP. */
async function openRace() {
  const opened = await openWithCards(stripe.gateway, {}, { interacSecret: SECRET, lookUpDns: lookUpKeys });
  const { shop } = opened;
  await shop.admin.settings.save({ interacAddresses: [OFFICE] });
  const mail = await sign(writeNotice({ cents: 11_900, memo: 'SPC001', sender: 'Jane Doe' }));
  const answers = async (calls: (Response | Promise<Response>)[]) =>
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  const listTransfers = async () => (await shop.admin.payments.listMoneyIn({})).rows.map(({ status }) => status);
  const left = () => ({
    receipts: shop.rows(receipts).map(({ idempotencyKey, amountPaidCents }) => [idempotencyKey, amountPaidCents]),
    todos: shop.rows(todos).map(({ kind, text }) => [kind, text]),
  });
  return { shop, payByCard: () => postEvent(shop, eventOf()), transfer: () => post(shop.app, mail), answers, listTransfers, left };
}
const CARD_WON = {
  receipts: [['stripe:pi_1', 11_900]],
  todos: [['money-in', 'Check the e-Transfer of $119.00 from Jane Doe']],
};
const TRANSFER_WON = { receipts: [['interac:CAabc123XY', 11_900]], todos: [['refund', 'Refund $119.00 to Maria Santos']] };

describe('a card payment and an e-Transfer of one balance', () => {
  test('make one receipt and one to-do when both arrive several times at once', async () => {
    const { shop, payByCard, transfer, answers, listTransfers, left } = await openRace();
    await answers(Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? payByCard() : transfer())));
    const made = left();
    const hasCard = made.receipts[0]?.[0] === 'stripe:pi_1';
    expect(made).toEqual(hasCard ? CARD_WON : TRANSFER_WON);
    expect(await listTransfers()).toEqual([hasCard ? 'suggested' : 'matched']);
    expect((await shop.admin.invoices.get({ id: 1 })).status).toBe('paid');
    expectSound(shop);
  });

  test('leave the e-Transfer to be checked when the card comes first', async () => {
    const { shop, payByCard, transfer, answers, listTransfers, left } = await openRace();
    await answers([await payByCard(), await transfer(), await payByCard(), await transfer()]);
    expect([left(), await listTransfers()]).toEqual([CARD_WON, ['suggested']]);
    expectSound(shop);
  });

  test('ask for a refund of the card when the e-Transfer comes first', async () => {
    const { shop, payByCard, transfer, answers, listTransfers, left } = await openRace();
    await answers([await transfer(), await payByCard(), await transfer(), await payByCard()]);
    expect([left(), await listTransfers()]).toEqual([TRANSFER_WON, ['matched']]);
    expectSound(shop);
  });
});
