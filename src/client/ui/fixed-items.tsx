import { Fragment, type ReactNode } from 'react';

/** Draws items that may be equal and never move, so that their places identify them. */
export const FixedItems = <Item,>({ items, children }: { items: readonly Item[]; children: (item: Item) => ReactNode }) =>
  items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
    <Fragment key={place}>{children(item)}</Fragment>
  ));
