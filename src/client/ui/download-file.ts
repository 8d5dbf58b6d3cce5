import { sessionFetch } from '../session-fetch';

/** Delay before the object URL of a saved file is revoked. */
const REVOKE_MS = 100;

/** Returns the file name of a Content-Disposition header, the UTF-8 one if present (RFC 6266). */
function parseFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded.trim());
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? /filename=([^;\s]+)/i.exec(disposition ?? '')?.[1];
}

/** Downloads a file with the session and saves it under the server's name, which it returns. Rejects like an API call. */
export async function downloadFile(path: string, fallbackName: string): Promise<string> {
  const response = await sessionFetch(path);
  const name = parseFileName(response.headers.get('content-disposition')) ?? fallbackName;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
  return name;
}
