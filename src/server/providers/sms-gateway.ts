import type { Env } from '../env';

const TIMEOUT_MS = 15_000;
/** Faults before a connection stands, after which the message cannot have arrived. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

type Sms = { to: string; text: string; id: string };

/** A refusal of the gateway, with the code that the outbox reads from refusals of a mail server. */
class SmsRefusal extends Error {
  constructor(
    message: string,
    readonly responseCode: number,
  ) {
    super(message);
  }
}

const getCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : '';

/** Client of a gateway for text messages that takes one JSON message by POST. */
export class SmsGateway {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly from: string,
    readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /**
   * Sends a text; `id` is the same for every attempt. Calls `onHandedOver` just before the request. Throws if the gateway refused the
   * text, could not be reached, or did not answer in time.
   */
  async send({ to, text, id }: Sms, onHandedOver: () => void): Promise<void> {
    onHandedOver();
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ from: this.from, to, text, id }),
      // The key is for this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    }).catch((error: unknown) => {
      throw UNREACHED.includes(getCause(error)) ? new SmsRefusal('The SMS gateway cannot be reached.', 503) : error;
    });
    await response.body?.cancel();
    if (!response.ok) throw new SmsRefusal(`The SMS gateway answered ${response.status}.`, response.status);
  }
}

/** Returns the gateway that the environment names with its key and sender, or undefined. */
export const readSmsGateway = ({ SMS_URL, SMS_KEY, SMS_FROM }: Env): SmsGateway | undefined =>
  SMS_URL === undefined || SMS_KEY === undefined || SMS_FROM === undefined ? undefined : new SmsGateway(SMS_URL, SMS_KEY, SMS_FROM);
