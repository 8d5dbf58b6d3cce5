import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router';
import { type CallError, callLink } from './call-link';

export const trpc = createTRPCReact<AppRouter>();

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

/** The client behind the hooks of `trpc`. */
export const createTrpcClient = () => trpc.createClient({ links: [callLink()] });
