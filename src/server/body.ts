import { DomainError } from '../shared/errors';

/** The largest JSON body (spec/api.md, "Errors"). */
export const JSON_LIMIT = 256 * 1024;
/** How much of a refused body is still read, so that the sender gets the answer instead of a reset. */
const DRAIN_LIMIT = 16 * 1024 * 1024;

/** A body over its limit; the status is 413. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Reads a request's body up to `limit` bytes; past that the rest is read away and {@link BodyTooLarge} thrown. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > DRAIN_LIMIT) break;
    if (size <= limit && declared <= limit) chunks.push(chunk);
  }
  if (size > limit || declared > limit) throw new BodyTooLarge(`Please send at most ${Math.round(limit / 1024)} KiB.`);
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The JSON object in a body; an empty body is an empty object. Throws BAD_REQUEST. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new DomainError('BAD_REQUEST', 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DomainError('BAD_REQUEST', 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

/** Whether a content type says JSON in UTF-8. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(contentType ?? '');
