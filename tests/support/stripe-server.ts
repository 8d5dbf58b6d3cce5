import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { CardGateway } from '../../src/server/providers/card-gateway';
import { INVOICE } from './invoice-inputs';
import { openShop, type Shop } from './shop';

const EVENT_SECRET = 'whsec_test';
type Call = { path: string; form: Record<string, string>; key: string | undefined; authorization: string | undefined };

/** Stripe on loopback for each test: it keeps its calls and answers with `status`. */
export class StripeServer {
  readonly calls: Call[] = [];
  status = 200;
  /** The code of its refusals. */
  code = 'other';
  gateway!: CardGateway;
  #server!: Server;

  constructor() {
    beforeEach(async () => {
      this.calls.length = 0;
      this.status = 200;
      this.code = 'other';
      this.#server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
        const { authorization, 'idempotency-key': key } = request.headers;
        this.calls.push({ path: request.url ?? '', form, key: key?.toString(), authorization });
        const body =
          this.status === 200
            ? { id: 'cs_1', url: 'https://checkout.stripe.test/c/cs_1' }
            : { error: { type: 'invalid_request_error', code: this.code, message: 'No.' } };
        response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
      const { port } = this.#server.address() as AddressInfo;
      this.gateway = new CardGateway('sk_test_1', `http://127.0.0.1:${port}`);
    });
    afterEach(() => this.stop());
  }

  /** The calls of one path. */
  of = (path: string): Call[] => this.calls.filter((call) => call.path === path);

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Opens a shop that takes cards, with invoice SPC001 of $119.00. */
export async function openWithCards(cards: CardGateway | undefined, invoice: object = {}, more: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop({ ...more, cards, cardEventSecret: EVENT_SECRET });
  await shop.admin.invoices.create({ ...INVOICE, ...invoice });
  const token = shop.db.$client.prepare('select pay_token from invoices').pluck().get() as string;
  return { shop, token };
}

let events = 0;
type Sent = { id?: string; type?: string; paymentIntent?: string; cents?: number; tipCents?: number; more?: object };
/** Returns an event of a payment of invoice 1. */
export function eventOf({
  id,
  type = 'checkout.session.completed',
  paymentIntent = 'pi_1',
  cents = 11_900,
  tipCents = 0,
  more,
}: Sent = {}) {
  events += 1;
  const metadata = { invoiceId: '1', invoiceNumber: 'SPC001', tipCents: String(tipCents) };
  const object = type.startsWith('payment_intent')
    ? { id: paymentIntent, status: 'succeeded', amount_received: cents }
    : { id: 'cs_1', payment_intent: paymentIntent, payment_status: 'paid', amount_total: cents };
  return { id: id ?? `evt_${events}`, object: 'event', type, data: { object: { ...object, currency: 'cad', metadata, ...more } } };
}

export function signatureOf(shop: Shop, body: string, { secret = EVENT_SECRET, age = 0 } = {}): string {
  const time = Math.floor(shop.clock.at.getTime() / 1000) - age;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Posts an event as Stripe does. */
export function postEvent(shop: Shop, event: object, signature?: (body: string) => string) {
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature?.(body) ?? signatureOf(shop, body) };
  return shop.request('POST', '/api/payments/stripe', { body, headers });
}
