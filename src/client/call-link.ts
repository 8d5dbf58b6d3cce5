import { httpBatchLink } from '@trpc/client';
import { SESSION_KEYS } from '../shared/session-keys';
import { tryStorage } from './browser-store';

const CALLS = { url: '/trpc', maxItems: 10 } as const;

/** Links the calls of a cleaner's phone, which authenticates by cookie alone: a bearer header would make them calls of the office. */
export const memberCallLink = () => httpBatchLink(CALLS);

/** Returns the bearer header while an admin token is stored. */
export function sessionHeaders(): Record<string, string> {
  const token = tryStorage(() => localStorage.getItem(SESSION_KEYS.token));
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Links calls to /trpc with the cookie and {@link sessionHeaders}. */
export const callLink = () => httpBatchLink({ ...CALLS, headers: sessionHeaders });
