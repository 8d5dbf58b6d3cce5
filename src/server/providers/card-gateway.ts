import type { Stripe } from 'stripe';
import type { Env } from '../env';

const TIMEOUT_MS = 20_000;

/** A payment page of one invoice. `metadata` comes back with its events. */
export type Checkout = {
  lines: { name: string; cents: number }[];
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
};
export type CardRefund = { paymentIntent: string; cents: number; key: string };

/** A refusal by Stripe that a repeat would not change, such as a payment that was refunded already. */
export class CardRefusal extends Error {}

/** A payment that Stripe does not take because its amount is too small or too large. */
export class AmountRefusal extends Error {}
const AMOUNT_CODES = ['amount_too_small', 'amount_too_large'];

/** Client of Stripe. The package is loaded with the first call, since most processes take no cards. */
export class CardGateway {
  #client: Promise<Stripe> | undefined;

  constructor(
    readonly key: string,
    readonly apiUrl?: string,
  ) {}

  async #connect(): Promise<Stripe> {
    const { default: StripeClient } = await import('stripe');
    const { hostname: host, port, protocol } = new URL(this.apiUrl ?? 'https://api.stripe.com');
    return new StripeClient(this.key, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      protocol: protocol === 'http:' ? 'http' : 'https',
      host,
      ...(port && { port }),
    });
  }

  #load(): Promise<Stripe> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  /**
   * Creates a payment page at Stripe and returns its address. Throws AmountRefusal, or an error if it could not be made for another reason.
   */
  async createCheckout({ lines, email, successUrl, cancelUrl, metadata }: Checkout): Promise<string> {
    const stripe = await this.#load();
    const session = stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: lines.map(({ name, cents }) => ({
        quantity: 1,
        price_data: { currency: 'cad', unit_amount: cents, product_data: { name } },
      })),
      ...(email && { customer_email: email }),
      success_url: successUrl,
      cancel_url: cancelUrl,
      metadata,
      payment_intent_data: { metadata },
    });
    const { url } = await session.catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw AMOUNT_CODES.includes(code) ? new AmountRefusal(code) : error;
    });
    if (!url) throw new Error('Stripe returned no address.');
    return url;
  }

  /** Refunds a part of a payment, once for each `key`. Throws CardRefusal if Stripe refused it, and an error if it could not be reached. */
  async refund({ paymentIntent, cents, key }: CardRefund): Promise<void> {
    const stripe = await this.#load();
    try {
      await stripe.refunds.create({ payment_intent: paymentIntent, amount: cents }, { idempotencyKey: key });
    } catch (error) {
      const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
      if (status === 400 || status === 402 || status === 404) throw new CardRefusal('Stripe refused the refund.');
      throw error;
    }
  }
}

/** Returns the client of the account whose secret key the environment has, or undefined. */
export const readCardGateway = ({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Env): CardGateway | undefined =>
  STRIPE_SECRET_KEY === undefined ? undefined : new CardGateway(STRIPE_SECRET_KEY, STRIPE_API_URL);
