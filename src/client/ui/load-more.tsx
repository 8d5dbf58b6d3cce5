type LoadMoreProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
};

/** Loads the next page of a list, if any. Keeps the focus while loading. */
export function LoadMore({ list, label = 'Load more' }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button-ghost justify-self-center"
      aria-disabled={list.isFetchingNextPage}
      onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading...' : label}
    </button>
  );
}
