import type { Env } from '../env';
import { readBytes } from './response-bytes';

const TIMEOUT_MS = 10_000;
/** More than any picture that the service returns. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Client of a service that removes backgrounds from pictures, with the API of remove.bg. */
export class BackgroundProvider {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Returns the service's result for a PNG; the caller checks that it is a picture. Throws when the service does not respond in time. */
  async removeBackground(picture: Uint8Array): Promise<Uint8Array> {
    const body = new FormData();
    body.set('image_file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'product.png');
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'x-api-key': this.key, accept: 'image/png' },
      body,
      // The key is for this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (!response.ok) throw new Error(`The provider answered ${response.status}.`);
    return readBytes(response, MAX_BYTES, 'The provider');
  }
}

/** Returns the provider that the environment names with its key, or undefined. */
export const readBackgroundProvider = ({ REMOVE_BG_URL, REMOVE_BG_KEY }: Env): BackgroundProvider | undefined =>
  REMOVE_BG_URL === undefined || REMOVE_BG_KEY === undefined ? undefined : new BackgroundProvider(REMOVE_BG_URL, REMOVE_BG_KEY);
