import type { ReactNode } from 'react';
import { getStatus } from '../call-error';
import { ErrorState, ListSkeleton } from './states';

type LoadedProps<Data> = {
  query: { data: Data | undefined; isPending: boolean; isError: boolean; error: unknown; refetch: () => Promise<unknown> };
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
