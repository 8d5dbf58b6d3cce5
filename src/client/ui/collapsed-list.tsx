import { clsx } from 'clsx';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { LoadMore } from './load-more';
import { getRows, ListStates, type PagedQuery } from './paged-list';

/** Rows shown at first. A single further row is shown too, because the button needs the same space. */
const SHOWN = 5;

type CollapsedListProps<Row> = {
  list: PagedQuery<Row>;
  loading: string;
  failed: string;
  empty: ReactNode;
  about: string;
  isOrdered?: boolean;
  /** CSS classes of the list. */
  layout?: string;
  /** True to fold only on phones. */
  isForPhones?: boolean;
  children: (row: Row) => ReactNode;
};

/** Shows the first rows of a list with a button for the rest, which then loads page by page. */
export function CollapsedList<Row>(props: CollapsedListProps<Row>) {
  const { list, about, isOrdered = false, layout = 'grid gap-3', isForPhones = false, children, ...states } = props;
  const [isOpen, setIsOpen] = useState(false);
  const rows = getRows(list);
  const List = isOrdered ? 'ol' : 'ul';
  const isFolded = !isOpen && rows.length > SHOWN + 1;
  const unfold = ({ currentTarget: { previousElementSibling: shown } }: MouseEvent) => {
    setIsOpen(true);
    // Keyboard focus continues at the first new row.
    setTimeout(() => {
      const next = shown?.children[SHOWN];
      if (!(next instanceof HTMLElement)) return;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <ListStates list={list} {...states} />
      <List className={clsx(layout, 'empty:hidden', isFolded && isForPhones && 'max-lg:[&>:nth-child(n+6)]:hidden')}>
        {(isFolded && !isForPhones ? rows.slice(0, SHOWN) : rows).map(children)}
      </List>
      {isFolded && (
        <button type="button" className={clsx('button-ghost justify-self-center', isForPhones && 'lg:hidden')} onClick={unfold}>
          Show all {rows.length}
          {list.hasNextPage && '+'}
          <span className="sr-only">, {about}</span>
        </button>
      )}
      {isFolded && isForPhones && (
        <div className="justify-self-center max-lg:hidden">
          <LoadMore list={list} />
        </div>
      )}
      {!isFolded && <LoadMore list={list} />}
    </>
  );
}
