import type { ReactNode } from 'react';
import type { LoadMore } from './load-more';
import { ErrorState, ListSkeleton } from './states';

/** The options of a query that loads a list page by page. */
export const PAGED = { getNextPageParam: <Cursor,>(page: { nextCursor: Cursor | null }) => page.nextCursor ?? undefined };

export type PagedQuery<Row> = Parameters<typeof LoadMore>[0]['list'] & {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  refetch: () => Promise<unknown>;
};

type WholeQuery<Data> = Pick<PagedQuery<unknown>, 'isPending' | 'isError' | 'isSuccess' | 'refetch'> & { data: Data | undefined };

/** Presents the rows of a query without pages as a list of one page. */
export const asOnePage = <Data, Row>(query: WholeQuery<Data>, read: (data: NoInfer<Data>) => readonly Row[]): PagedQuery<Row> => ({
  data: query.data && { pages: [{ rows: read(query.data) }] },
  isPending: query.isPending,
  isError: query.isError,
  isSuccess: query.isSuccess,
  refetch: query.refetch,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: query.refetch,
});

export const getRows = <Row,>({ data }: Pick<PagedQuery<Row>, 'data'>): Row[] => data?.pages.flatMap((page) => page.rows) ?? [];

/** Shows how many rows of a list are loaded, with a plus if there are more; nothing for an empty list. */
export function ListCount<Row>({ list }: { list: PagedQuery<Row> }) {
  const { length } = getRows(list);
  return length > 0 && <span className="ml-2 font-normal text-muted tabular-nums">{`${length}${list.hasNextPage ? '+' : ''}`}</span>;
}

type ListStatesProps<Row> = {
  list: PagedQuery<Row>;
  /** The text for screen readers while the first page loads. */
  loading: string;
  failed: string;
  empty?: ReactNode;
};

/** Shows that a list is loading, could not be loaded or has no rows. */
export const ListStates = <Row,>({ list, loading, failed, empty }: ListStatesProps<Row>) => (
  <>
    {list.isPending && <ListSkeleton label={loading} />}
    {list.isError && <ErrorState text={failed} onRetry={() => void list.refetch()} />}
    {list.isSuccess && getRows(list).length === 0 && empty}
  </>
);
