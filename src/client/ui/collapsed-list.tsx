import { type MouseEvent, type ReactNode, useState } from 'react';
import { LoadMore } from './load-more';

/** Rows that are shown at first; one more alone would take no more room than the button. */
const SHOWN = 5;

type FoldedProps<Row> = {
  /** What has come of the list so far. */
  rows: readonly Row[];
  list: Parameters<typeof LoadMore>[0]['list'];
  /** What is read out after the button's words. */
  about: string;
  children: (shown: readonly Row[]) => ReactNode;
};

/** A long list of which the first few are shown until somebody asks for the rest, and from then on page by page. */
export function CollapsedList<Row>({ rows, list, about, children }: FoldedProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = !isOpen && rows.length > SHOWN + 1;
  const unfold = ({ currentTarget: { previousElementSibling: shown } }: MouseEvent) => {
    setIsOpen(true);
    // Who came by keyboard goes on with the first row that is new.
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
