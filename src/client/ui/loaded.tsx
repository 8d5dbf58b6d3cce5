import type { ReactNode } from 'react';
import { getStatus } from '../call-error';
import { ErrorState, ListSkeleton } from './states';

type Query<Data> = { data: Data | undefined; isPending: boolean; isError: boolean; error: unknown; refetch: () => Promise<unknown> };

/** Returns a query that is still loading until the others have answered or failed too, so that their parts appear with it. */
export function loadTogether<Data>(query: Query<Data>, ...others: { isFetched: boolean }[]): Query<Data> {
  const { data, isPending, isError, error, refetch } = query;
  const isWaiting = data !== undefined && others.some(({ isFetched }) => !isFetched);
  return { data: isWaiting ? undefined : data, isPending: isPending || isWaiting, isError, error, refetch };
}

type LoadedProps<Data> = {
  query: Query<Data>;
  loading: string;
  failed: string;
  missing?: ReactNode;
  children?: (data: Data) => ReactNode;
};

/** Shows the data of a query, and until then a skeleton, an error or that the record is missing. */
export function Loaded<Data>({ query, loading, failed, missing, children }: LoadedProps<Data>) {
  if (missing && getStatus(query.error) === 404) return missing;
  return (
    <>
      {query.isPending && <ListSkeleton label={loading} />}
      {query.isError && <ErrorState text={failed} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children?.(query.data)}
    </>
  );
}
