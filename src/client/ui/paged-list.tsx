import { type ReactNode, useId } from 'react';
import { LoadMore } from './load-more';
import { ErrorState, ListSkeleton } from './states';

/** The options of a query that loads a list page by page. */
export const PAGED = { getNextPageParam: <Cursor,>(page: { nextCursor: Cursor | null }) => page.nextCursor ?? undefined };

type PagedQuery<Row> = Parameters<typeof LoadMore>[0]['list'] & {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  refetch: () => Promise<unknown>;
};

export const getRows = <Row,>({ data }: Pick<PagedQuery<Row>, 'data'>): Row[] => data?.pages.flatMap((page) => page.rows) ?? [];

type PagedListProps<Row> = {
  list: PagedQuery<Row>;
  loading: string;
  failed: string;
  empty?: ReactNode;
  layout?: string;
  /** The heading for screen readers; without it the list is part of the section around it. */
  title?: string;
  /** Shown above the rows, such as the names of their columns. */
  head?: ReactNode;
  children: (row: Row) => ReactNode;
};

/** Shows a list page by page, with its skeleton, empty state, error and "Load more". */
export function PagedList<Row>({ list, loading, failed, empty, layout = 'grid gap-3', title, head, children }: PagedListProps<Row>) {
  const id = useId();
  const rows = getRows(list);
  const items = <ul className={layout}>{rows.map(children)}</ul>;
  return (
    <>
      {list.isPending && <ListSkeleton label={loading} />}
      {list.isError && <ErrorState text={failed} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 &&
        (title ? (
          <section aria-labelledby={id} className="grid gap-2">
            <h2 id={id} className="sr-only">
              {title}
            </h2>
            {head}
            {items}
          </section>
        ) : (
          items
        ))}
      <LoadMore list={list} />
    </>
  );
}
