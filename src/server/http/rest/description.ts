import { hasThread, inThread, takeOnly } from '../../documents/thread';

const descriptions = new Map<string, Promise<string>>();

async function describeCalls(cookie: string): Promise<string> {
  if (hasThread()) return String(await takeOnly(inThread(undefined, { kind: 'openapi', cookie })));
  const { openApiDocument } = await import('./openapi');
  return JSON.stringify(openApiDocument(cookie));
}

/**
 * Returns the OpenAPI document as JSON, made once for each name of the session cookie. A thread makes it, because that reads the files of
 * all calls and takes a quarter of a second. Throws TOO_MANY while too many threads run.
 */
export function readDescription(cookie: string): Promise<string> {
  const known = descriptions.get(cookie);
  if (known) return known;
  const description = describeCalls(cookie);
  descriptions.set(cookie, description);
  // The next request tries again.
  description.catch(() => descriptions.delete(cookie));
  return description;
}
