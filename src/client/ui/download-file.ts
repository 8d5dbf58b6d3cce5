import { sessionFetch } from '../session-fetch';

/** How long a saved file's address is kept, ms (back-office.md §9). */
const REVOKE_MS = 100;

/** The name that the server gave a file: the one in UTF-8 where there is one (RFC 6266). */
function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded.trim());
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? /filename=([^;\s]+)/i.exec(disposition ?? '')?.[1];
}

/** Fetches a file with the session and saves it under the name that the server gives it; answers that name. Rejects as a call does. */
export async function downloadFile(path: string, nameOtherwise: string): Promise<string> {
  const answer = await sessionFetch(path);
  const name = fileNameOf(answer.headers.get('content-disposition')) ?? nameOtherwise;
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
  return name;
}
