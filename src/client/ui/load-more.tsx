type LoadMoreProps = { list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> } };

/** The way to the next page of a list, where there is one. It keeps the focus while that page is under way. */
export function LoadMore({ list }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button-ghost justify-self-center"
      aria-disabled={list.isFetchingNextPage}
      onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading...' : 'Load more'}
    </button>
  );
}
