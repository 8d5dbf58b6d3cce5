import type { Env } from '../env';

const TIMEOUT_MS = 10_000;
/** More than any picture that we send back comes to. */
const MAX_BYTES = 20 * 1024 * 1024;

/** A service that takes the background out of a picture, as remove.bg and those that answer like it do. */
export class BackgroundProvider {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** What the service makes of a PNG; whether it is a picture is for the caller to see. Throws where it does not answer in time. */
  async removeBackground(picture: Uint8Array): Promise<Uint8Array> {
    const body = new FormData();
    body.set('image_file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'product.png');
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'x-api-key': this.key, accept: 'image/png' },
      body,
      // The key is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (!response.ok) throw new Error(`The provider answered ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error('The provider answered too much.');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** The provider that the environment names, with its key; none without either. */
export const readBackgroundProvider = ({ REMOVE_BG_URL, REMOVE_BG_KEY }: Env): BackgroundProvider | undefined =>
  REMOVE_BG_URL === undefined || REMOVE_BG_KEY === undefined ? undefined : new BackgroundProvider(REMOVE_BG_URL, REMOVE_BG_KEY);
