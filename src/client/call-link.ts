import { httpBatchLink } from '@trpc/client';
import { SESSION_KEYS } from '../shared/session-keys';

/** What a refused call tells: the sentence, the fields, and the HTTP status. */
export type CallError = {
  message: string;
  data?: { code?: string; httpStatus?: number; issues?: { path: string; message: string }[]; retryAfterSeconds?: number } | null;
};

const readToken = () => {
  try {
    return localStorage.getItem(SESSION_KEYS.token);
  } catch {
    return null;
  }
};

const CALLS = { url: '/trpc', maxItems: 10 } as const;

/** The calls of a cleaner's phone, which has the cookie alone: a bearer header would make them the office's. */
export const memberCallLink = () => httpBatchLink(CALLS);

/** What says whose a request is beside the cookie: the bearer header, while an admin token is stored (public-site.md §6). */
export function sessionHeaders(): Record<string, string> {
  const token = readToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Calls go to /trpc with the cookie and {@link sessionHeaders}. */
export const callLink = () => httpBatchLink({ ...CALLS, headers: sessionHeaders });
