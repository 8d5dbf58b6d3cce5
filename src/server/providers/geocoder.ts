import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { company } from '../../shared/company';
import { DomainError } from '../../shared/errors';
import { positionSchema } from '../../shared/position';
import { readBytes } from './response-bytes';

/** One request a second for the whole company, as Nominatim's usage policy requires. */
const PAUSE_MS = 1000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const MAX_WAITING = 10;

/** The part of Nominatim's answer that we read; numbers come as text. */
const answerSchema = z.array(
  z
    .object({ lat: z.coerce.number(), lon: z.coerce.number(), licence: z.string().max(300).optional() })
    .transform(({ lat, lon, licence }) => ({ latitude: lat, longitude: lon, licence: licence ?? null }))
    .pipe(positionSchema.extend({ licence: z.string().nullable() })),
);
type Found = z.output<typeof answerSchema>[number];

/** Finds the position of addresses with a service that has the API of Nominatim's /search, one request at a time. */
export class Geocoder {
  readonly host: string;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(
    readonly url: string,
    readonly userAgent: string,
    readonly pauseMs = PAUSE_MS,
  ) {
    this.host = new URL(url).host;
  }

  /** Returns the position of an address, or undefined when the service does not know it. Throws TOO_MANY, UNAVAILABLE. */
  find(address: string): Promise<Found | undefined> {
    if (this.#waiting >= MAX_WAITING)
      throw new DomainError('TOO_MANY', 'Too many addresses are being looked up. Please try again in a moment.', {
        retryAfterSeconds: MAX_WAITING,
      });
    this.#waiting += 1;
    const answer = this.#turn
      .then(() => this.#ask(address))
      .finally(() => {
        this.#waiting -= 1;
      });
    const next = () => pause(this.pauseMs, undefined, { ref: false });
    this.#turn = answer.then(next, next);
    return answer;
  }

  async #ask(address: string): Promise<Found | undefined> {
    const url = new URL(this.url);
    for (const [name, value] of Object.entries({ q: address, format: 'jsonv2', limit: '1', countrycodes: company.country.toLowerCase() }))
      url.searchParams.set(name, value);
    try {
      const headers = { accept: 'application/json', 'user-agent': this.userAgent };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`The look-up answered ${response.status}.`);
      const text = (await readBytes(response, MAX_BYTES, 'The look-up')).toString('utf8');
      return answerSchema.parse(JSON.parse(text))[0];
    } catch {
      throw new DomainError('UNAVAILABLE', 'The address lookup is not available right now. Please paste the coordinates instead.');
    }
  }
}
