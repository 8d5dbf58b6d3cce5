import { type MouseEvent, type ReactNode, useState } from 'react';
import { LoadMore } from './load-more';

/** Rows shown at first. A single further row is shown too, because the button needs the same space. */
const SHOWN = 5;

type FoldedProps<Row> = {
  rows: readonly Row[];
  list: Parameters<typeof LoadMore>[0]['list'];
  about: string;
  children: (shown: readonly Row[]) => ReactNode;
};

/** Shows the first rows of a list with a button for the rest, which then loads page by page. */
export function CollapsedList<Row>({ rows, list, about, children }: FoldedProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
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
      {children(isFolded ? rows.slice(0, SHOWN) : rows)}
      {isFolded ? (
        <button type="button" className="button-ghost justify-self-center" onClick={unfold}>
          Show all {rows.length}
          {list.hasNextPage && '+'}
          <span className="sr-only">, {about}</span>
        </button>
      ) : (
        <LoadMore list={list} />
      )}
    </>
  );
}
