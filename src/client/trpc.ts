import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../server/router';
import { type CallError, callLink, memberCallLink } from './call-link';
import { confirmationLink } from './confirmation-link';
import { showToast } from './ui/toast/toast-store';

export const trpc = createTRPCReact<AppRouter>();

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure`: what the toast says when the call fails without a sentence of its own (back-office.md §8). */
    mutationMeta: { failure?: string };
  }
}

/** Told when the server no longer knows the session; the staff side listens and goes to the login once (decisions X46). */
export const SESSION_LOST = 'tidyline:session-lost';

const statusOf = (error: unknown) => (error as CallError).data?.httpStatus;
const tellIfSessionLost = (error: unknown) => {
  if (statusOf(error) === 401) window.dispatchEvent(new Event(SESSION_LOST));
};

/** Logging in and out: their screens say themselves what became of it. */
const isAboutSession = ({ options }: { options: { mutationKey?: readonly unknown[] | undefined } }) => {
  const [path] = (options.mutationKey ?? []) as [string[]?];
  return path?.[0] === 'session' || ['team.login', 'team.logout'].includes(path?.join('.') ?? '');
};

/** Shows a rule's own sentence, else the documented words. Field errors appear at their fields; a declined question needs no toast. */
function showFailure(error: unknown, documented: string): void {
  const { message, data } = error as CallError;
  if (data?.httpStatus === 401 || data?.issues || data?.code === 'CONFIRMATION_NEEDED') return;
  const isRule = data?.httpStatus === 409 || data?.httpStatus === 400;
  showToast({ title: 'Error', description: isRule ? message : documented, kind: 'destructive' });
}

/**
 * Nothing is retried, stale or refetched on focus (public-site.md §7). What a screen shows is read again after each change
 * that succeeds, before its button is free again; entering and leaving the office change no data.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: tellIfSessionLost }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => (isAboutSession(mutation) ? undefined : client.invalidateQueries()),
      onError: (error, _variables, _result, mutation) => {
        if (isAboutSession(mutation)) return;
        tellIfSessionLost(error);
        if (mutation.meta?.failure) showFailure(error, mutation.meta.failure);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Without a network a list says at once that it could not be loaded, and is read when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A press without a network fails there and then. The library would wait, and send it by itself when the network is back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** The client behind the hooks of `trpc`. */
export const createTrpcClient = () => trpc.createClient({ links: [confirmationLink, callLink()] });
/** The same for the cleaners' side. */
export const createMemberClient = () => trpc.createClient({ links: [confirmationLink, memberCallLink()] });
