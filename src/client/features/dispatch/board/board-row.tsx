import type { ReactNode } from 'react';
import { LoadMore } from '../../../ui/load-more';
import { getRows, ListStates } from '../../../ui/paged-list';

export const BOARD_TITLE = 'mr-auto font-bold text-xl';

type BoardListProps<Row> = Parameters<typeof ListStates<Row>>[0] & { children: (row: Row) => ReactNode };

/** Shows one side of the board page by page. Its rows can be dragged or have their steps in view, which those of a table cannot. */
export function BoardList<Row>({ children, ...states }: BoardListProps<Row>) {
  return (
    <>
      <ListStates {...states} />
      <ul className="grid divide-y divide-line rounded-card border border-line bg-paper empty:hidden">
        {getRows(states.list).map(children)}
      </ul>
      <LoadMore list={states.list} />
    </>
  );
}

/** Shows whose job a row is. A press on the name, or anywhere on the row of a phone, opens the job. */
export const JobName = ({ name, onOpen }: { name: string; onOpen: () => void }) => (
  <h3 className="font-semibold font-text text-[15px] tracking-normal">
    <button
      type="button"
      className="min-h-6 text-left leading-5 hover:underline max-lg:-my-2.5 max-lg:min-h-11 max-lg:after:absolute max-lg:after:inset-0"
      onClick={onOpen}
    >
      {name}
    </button>
  </h3>
);
