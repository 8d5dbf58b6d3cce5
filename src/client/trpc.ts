import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../server/router';
import { SESSION_LOST } from '../shared/session-keys';
import { CALL_PATIENCE_MS, getStatus, toCallError } from './call-error';
import { callLink, memberCallLink } from './call-link';
import { askToConfirm } from './ui/confirmation/confirmation-store';
import { hideToast, showToast } from './ui/toast/toast-store';

export const trpc = createTRPCReact<AppRouter>();

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure`: the text of the toast when a failed call has no sentence of its own. */
    mutationMeta: { failure?: string };
  }
}

const reportLostSession = (error: unknown) => {
  if (getStatus(error) === 401) window.dispatchEvent(new Event(SESSION_LOST));
};

/** Logging in and out show their own results. */
const isAboutSession = ({ options }: { options: { mutationKey?: readonly unknown[] | undefined } }) => {
  const [path] = (options.mutationKey ?? []) as [string[]?];
  return path?.[0] === 'session' || ['team.login', 'team.logout'].includes(path?.join('.') ?? '');
};

/**
 * Shows the server's sentence for a broken rule (400, 409), otherwise the documented text. Field errors appear at their fields; a declined
 * question needs no toast.
 */
function showFailure(error: unknown, documented: string): void {
  const { message, data } = toCallError(error);
  if (data?.httpStatus === 401 || data?.issues || data?.code === 'CONFIRMATION_NEEDED') return;
  const isRule = data?.httpStatus === 409 || data?.httpStatus === 400;
  showToast({ title: 'Error', description: isRule ? message : documented, kind: 'destructive' });
}

/**
 * Creates a cache of queries. When a failed query succeeds, the other failed queries on the screen are sent again, so that one press of
 * "Try again" brings a screen back after an outage.
 */
function createQueryCache(getClient: () => QueryClient): QueryCache {
  const failed = new Set<string>();
  return new QueryCache({
    onError: (error, { queryHash }) => {
      failed.add(queryHash);
      reportLostSession(error);
    },
    onSuccess: (_data, { queryHash }) => {
      if (!failed.delete(queryHash)) return;
      const isFailed = ({ state }: Query) => state.status === 'error';
      void getClient().refetchQueries({ type: 'active', fetchStatus: 'idle', predicate: isFailed });
    },
  });
}

/**
 * Creates the cache. Queries are never retried, stale or refetched on focus. Each successful change refetches what the screen shows
 * before its button is enabled again, and hides the toast of the previous step; logging in and out change no data.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: createQueryCache(() => client),
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        if (isAboutSession(mutation)) return;
        hideToast();
        // A query that still loads for the first time is not started again, and what it reads may be older than the change.
        const loading = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
        await client.invalidateQueries();
        await Promise.all(loading.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
      },
      onError: (error, _variables, _result, mutation) => {
        if (isAboutSession(mutation)) return;
        reportLostSession(error);
        if (mutation.meta?.failure) showFailure(error, mutation.meta.failure);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        // Offline, a list shows at once that it could not be loaded, and loads when the network is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Offline, a change fails at once. The library would wait and send it by itself later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

export const createTrpcClient = () => trpc.createClient({ links: [confirmationLink, callLink()] });
export const createMemberClient = () => trpc.createClient({ links: [confirmationLink, memberCallLink()] });

/**
 * Shows the question of a call that asks first in a dialog, and repeats the call with `confirm: true` once it is accepted. A call with a
 * time limit gets a new one for the repeat, since the first may have run out while the person read the question.
 */
const confirmationLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const send = (input: unknown, signal = op.signal) =>
        next({ ...op, input, signal }).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.data?.code !== 'CONFIRMATION_NEEDED') return observer.error(error);
            void askToConfirm(error.message).then((isAccepted) => {
              if (isAccepted) running = send({ ...(input as object), confirm: true }, signal && AbortSignal.timeout(CALL_PATIENCE_MS));
              else observer.error(error);
            });
          },
        });
      let running = send(op.input);
      return () => running.unsubscribe();
    });
