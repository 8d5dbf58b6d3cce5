import { DomainError } from '../../../shared/errors';

/** The largest JSON body (spec/api.md, "Errors"). */
export const JSON_LIMIT = 256 * 1024;
/** The largest upload, a picture with its few fields (spec/api.md, "Errors"). */
export const UPLOAD_LIMIT = 5 * 1024 * 1024 + 16 * 1024;
/** How much of a refused body is still read, so that the sender gets the answer instead of a reset. */
const DRAIN_LIMIT = 16 * 1024 * 1024;

/** Reads a request's body up to `limit` bytes; past that the rest is read away. Throws TOO_LARGE, and BAD_REQUEST where its sender goes away. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await readAll(request, limit);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('BAD_REQUEST', 'The request ended before its body did.');
  }
}

/** Reads a body away and keeps nothing of it, so that its sender gets the refusal instead of a reset. */
export async function drainBody(request: Request): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > DRAIN_LIMIT) return;
    }
  } catch {
    // Its sender has gone away.
  }
}

async function readAll(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  const declared = Number(length ?? 0);
  // Of a length that was told Node lets no more through, and whole bodies are read much faster.
  if (length !== null && declared <= limit) return assertSize(Buffer.from(await request.arrayBuffer()), limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > DRAIN_LIMIT) break;
    if (size <= limit && declared <= limit) chunks.push(chunk);
  }
  return assertSize(Buffer.concat(chunks), limit, Math.max(size, declared));
}

function assertSize(bytes: Buffer, limit: number, size = bytes.length): Buffer {
  if (size > limit) throw new DomainError('TOO_LARGE', `Please send at most ${Math.round(limit / 1024)} KiB.`);
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const NO_JSON = 'The body is not valid JSON.';
/**
 * The text of a JSON body. Throws BAD_REQUEST for what is not UTF-8, of which letters would be lost, and for one that begins with a
 * byte order mark, which some readers drop and others do not.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes);
    if (!text.startsWith('\ufeff')) return text;
  } catch {
    // Said below.
  }
  throw new DomainError('BAD_REQUEST', NO_JSON);
}

/** The JSON object in a body; an empty body is an empty object. Throws BAD_REQUEST. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('BAD_REQUEST', NO_JSON);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DomainError('BAD_REQUEST', 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

/** Throws WRONG_TYPE unless a content type says JSON in UTF-8. */
export function assertJsonType(contentType: string | null | undefined): void {
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(contentType ?? ''))
    throw new DomainError('WRONG_TYPE', 'Please send JSON with Content-Type: application/json.');
}

/** The fields of a form that a browser sent. Throws WRONG_TYPE. */
export function parseForm(bytes: Uint8Array, contentType: string | null | undefined): Record<string, string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '')) throw new DomainError('WRONG_TYPE', 'Please send a form.');
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString('utf8')));
}

/** The fields and files of a multipart form. Throws WRONG_TYPE, and BAD_REQUEST for one that cannot be read. */
export async function parseMultipart(
  bytes: Uint8Array,
  contentType: string | null | undefined,
): Promise<{ fields: Record<string, string>; files: Record<string, Uint8Array> }> {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw new DomainError('WRONG_TYPE', 'Please send a form with a file.');
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType ?? '' } })
    .formData()
    .catch(() => {
      throw new DomainError('BAD_REQUEST', 'The form could not be read.');
    });
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else files[name] = new Uint8Array(await value.arrayBuffer());
  }
  return { fields, files };
}

/** A path in plain text; undefined for one that is not valid. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
