import { DomainError } from '../../../shared/errors';

export const JSON_LIMIT = 256 * 1024;
/** A picture of 5 MB with its few form fields. */
export const UPLOAD_LIMIT = 5 * 1024 * 1024 + 16 * 1024;
/** Bytes of a rejected body that are still read, so that the sender receives the answer instead of a connection reset. */
const DRAIN_LIMIT = 16 * 1024 * 1024;

/** Reads a body of at most `limit` bytes and drains the rest. Throws TOO_LARGE, and BAD_REQUEST when the sender disconnects. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await readAll(request, limit);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('BAD_REQUEST', 'The request was cut off.');
  }
}

/** Reads and discards a body, so that its sender receives the rejection instead of a connection reset. */
export async function drainBody(request: Request): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > DRAIN_LIMIT) return;
    }
  } catch {
    // The sender has disconnected.
  }
}

async function readAll(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  const declared = Number(length ?? 0);
  // Node enforces a declared length, and whole bodies are read much faster than chunks.
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
/** Decodes a JSON body. Throws BAD_REQUEST for invalid UTF-8, and for a byte order mark, which JSON readers treat differently. */
export function decodeText(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes);
    if (!text.startsWith('\ufeff')) return text;
  } catch {
    // Rejected below.
  }
  throw new DomainError('BAD_REQUEST', NO_JSON);
}

/** Parses the JSON object in a body; an empty body is an empty object. Throws BAD_REQUEST. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const text = decodeText(bytes);
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

/** Throws WRONG_TYPE unless the content type is JSON in UTF-8. */
export function assertJsonType(contentType: string | null | undefined): void {
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(contentType ?? ''))
    throw new DomainError('WRONG_TYPE', 'Please send JSON with Content-Type: application/json.');
}

/** Parses a form that a browser sent. Throws WRONG_TYPE. */
export function parseForm(bytes: Uint8Array, contentType: string | null | undefined): Record<string, string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '')) throw new DomainError('WRONG_TYPE', 'Please send a form.');
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString('utf8')));
}

/** Parses the fields and files of a multipart form. Throws WRONG_TYPE, BAD_REQUEST. */
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

/** Decodes a path; undefined when its encoding is invalid. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
