import { QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router';
import { SESSION_KEYS } from '../shared/session-keys';

export const trpc = createTRPCReact<AppRouter>();

/** What a refused call tells: the sentence, the fields, and the HTTP status. */
export type CallError = { message: string; data?: { httpStatus?: number; issues?: { path: string; message: string }[]; retryAfterSeconds?: number } | null };

/** Told when the server no longer knows the session; the staff side listens and goes to the login once (decisions X46). */
export const SESSION_LOST = 'tidyline:session-lost';

const tellIfSessionLost = (error: unknown) => {
  if ((error as CallError).data?.httpStatus === 401) window.dispatchEvent(new Event(SESSION_LOST));
};

/** Nothing is retried, stale or refetched on focus (public-site.md §7). */
export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: tellIfSessionLost }),
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchInterval: false },
      mutations: { retry: false },
    },
  });

const readToken = () => {
  try {
    return localStorage.getItem(SESSION_KEYS.token);
  } catch {
    return null;
  }
};

/** Calls go to /trpc with the cookie, and with the bearer header while an admin token is stored (public-site.md §6). */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      httpBatchLink({
        url: '/trpc',
        maxItems: 10,
        headers: () => {
          const token = readToken();
          return token ? { authorization: `Bearer ${token}` } : {};
        },
      }),
    ],
  });
