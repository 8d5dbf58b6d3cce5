import type { LinkProps } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode, MouseEvent as RowPress } from 'react';
import { formatCount } from '../../shared/counts';
import type { Sort } from '../../shared/page';
import { ScreenLink } from './button';
import { ColumnsMenu, useHiddenColumns } from './columns-menu';
import { LoadMore } from './load-more';
import { MoreMenu } from './more-menu';
import { getRows, type PagedQuery } from './paged-list';
import { BulkBar, type Identified, SelectAll, type Selecting, SelectRow, useSelection } from './row-selection';
import { ErrorState } from './states';
import { useNarrow } from './use-narrow';

export type Column<Row, Order extends string = string> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** The server's name of the order by this column. */
  sort?: Order;
  /** The width of the window from which the column is shown. */
  from?: 'md' | 'lg' | 'xl' | '2xl';
  /** True for a column that people can hide. */
  isOptional?: boolean;
  /** A CSS class such as `w-28`; columns without one share the rest. */
  width?: string;
};

const FROM = { md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden', '2xl': 'max-2xl:hidden' };
/** Rows are 52 px high with their line. */
const CELL = 'h-[51px] px-3 py-1';
const LINK =
  'font-semibold text-pine-700 underline-offset-4 group-hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** With a mouse the action appears over the end of its row. */
const ACTION =
  'flex items-center whitespace-nowrap empty:hidden pointer-fine:absolute pointer-fine:inset-y-0 pointer-fine:right-full pointer-fine:bg-linear-to-l pointer-fine:from-80% pointer-fine:from-sage-50 pointer-fine:to-transparent pointer-fine:pl-4 pointer-fine:group-has-[[data-select]:checked]:from-sage-100 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100';

const SHOWN_ACTION = 'flex items-center whitespace-nowrap empty:hidden';

/** The look of a row's action. */
export const ROW_ACTION = 'button-dark min-h-9 px-3.5 text-sm pointer-coarse:min-h-11';

/** Shows a text above a muted one in a cell, each cut at the end of its line. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span className="block truncate">{first}</span>
    {second && <span className="block truncate font-normal text-muted">{second}</span>}
  </>
);

/** A text that is cut if it is too long, and what stands at the end of its line. */
type PhoneLine = ReactNode | readonly [text: ReactNode, end: ReactNode];

type DataTableProps<Row extends Identified, Order extends string> = {
  /** The name of the list on this device, such as "invoices", under which its hidden columns are stored. */
  name: string;
  /** The name of the table for screen readers. */
  title: string;
  list: PagedQuery<Row>;
  columns: readonly Column<Row, Order>[];
  /** The order of the list: the name of a column's order, with `-` before it for descending. */
  sort?: Sort<Order> | undefined;
  onSort?: (sort: Sort<Order> | undefined) => void;
  /** Names a row for screen readers, such as "SPC034". */
  about: (row: Row) => string;
  /** The link of the first cell, which a press anywhere in the row follows; undefined for a row that does not open. */
  open?: (row: Row) => LinkProps | undefined;
  /** One action, shown when the row has the pointer or the focus, and always on touch screens. A phone shows only the menu. */
  action?: (row: Row) => ReactNode;
  /** True to show the action of each row always, in a place of its own. */
  isActionShown?: boolean;
  /** Buttons and links for the row's menu. Include the action, which a phone does not show, unless the opened record offers it. */
  menu?: (row: Row) => ReactNode;
  select?: Selecting<Row>;
  /** The two lines of a row on a phone. */
  phone: (row: Row) => readonly [first: PhoneLine, second: PhoneLine];
  /** True to wrap the second line on a phone instead of cutting it. */
  isPhoneWrapped?: boolean;
  /** The rows that hold the place of a list that is mostly short, so that what stands below it does not move. */
  places?: number;
  /** The text for screen readers while the first page loads. */
  loading: string;
  failed: string;
  empty?: ReactNode;
};

/** Shows a list as a table, or on a phone as rows of two lines, page by page: loading, failed, empty or loaded. */
export function DataTable<Row extends Identified, Order extends string = string>(props: DataTableProps<Row, Order>) {
  const { loading, failed, empty, ...table } = props;
  const { list } = table;
  const Rows = useNarrow() ? PhoneRows : WideTable;
  const count = getRows(list).length;
  const isEmpty = list.isSuccess && count === 0;
  return (
    <>
      <p role="status" className="sr-only">
        {list.isPending ? loading : list.isSuccess && formatRows(count, list.hasNextPage)}
      </p>
      {isEmpty && empty}
      {!isEmpty && (
        <div className="grid gap-4">
          {list.isError && <ErrorState text={failed} onRetry={() => void list.refetch()} />}
          {(list.isPending || list.data) && <Rows {...table} />}
          <LoadMore list={list} />
        </div>
      )}
    </>
  );
}

/** Formats for screen readers how many rows a list shows, such as after a search. */
const formatRows = (count: number, hasMore: boolean): string =>
  count === 0 ? 'No rows.' : `${formatCount(count, 'row')}${hasMore ? ', and more to load' : ''}.`;

type TableProps<Row extends Identified, Order extends string> = Omit<DataTableProps<Row, Order>, 'loading' | 'failed' | 'empty'>;

/** Rows that hold the place of the first page, in the heights of the real ones. */
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
const PULSE = 'block h-3 rounded-small bg-sage-100 motion-safe:animate-pulse';

/** Follows the row's link when the row is pressed beside its links, buttons and fields. */
function followLink({ target, currentTarget, ctrlKey, metaKey, shiftKey }: RowPress): void {
  // React also reports presses in dialogs and menus of the row, which stand elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('a, button, input, label')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr')?.querySelector('a[data-record]');
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}

function WideTable<Row extends Identified, Order extends string>({ list, columns, ...table }: TableProps<Row, Order>) {
  const { name, title, sort, onSort, about, open, action, isActionShown = false, menu, select, places } = table;
  const rows = getRows(list);
  const [hidden, setHidden] = useHiddenColumns(name);
  const shown = columns.filter(({ key, isOptional }) => !isOptional || !hidden.includes(key));
  const selection = useSelection(rows);
  const hasEnd = action !== undefined || menu !== undefined || columns.some(({ isOptional }) => isOptional);
  return (
    <div className="overflow-clip rounded-card border border-line bg-paper">
      <table className="w-full table-fixed border-collapse text-left text-sm leading-5" aria-busy={list.isPending}>
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-(--office-header,0px) z-10 bg-paper shadow-[inset_0_-1px_0_var(--color-line)]">
          <tr>
            {select && (
              <th scope="col" className="w-11 p-0">
                <SelectAll selection={selection} />
              </th>
            )}
            {shown.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {hasEnd && (
              <th scope="col" className={clsx('pr-2 text-right', isActionShown ? 'w-48' : 'w-13', action && 'pointer-coarse:w-48')}>
                <span className="sr-only">Actions</span>
                <ColumnsMenu columns={columns} hidden={hidden} onHide={setHidden} />
              </th>
            )}
          </tr>
        </thead>
        {/* The keyboard follows the row's link itself. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a larger target of the link for the pointer alone */}
        <tbody onClick={followLink}>
          {list.isPending &&
            PLACES.slice(0, places).map((place) => <PlaceRow key={place} cells={shown.length + (select ? 1 : 0) + (hasEnd ? 1 : 0)} />)}
          {rows.map((row) => {
            const link = open?.(row);
            return (
              <tr
                key={row.id}
                className={clsx(
                  'group border-line border-b last:border-b-0 hover:bg-sage-50 has-[[data-select]:checked]:bg-sage-100',
                  link && 'cursor-pointer',
                )}
              >
                {select && (
                  <td className="p-0">
                    <SelectRow selection={selection} row={row} about={about(row)} />
                  </td>
                )}
                {shown.map(({ key, cell, align, from }, place) => (
                  <td key={key} className={clsx(CELL, align === 'end' && 'text-right tabular-nums', from && FROM[from])}>
                    <div className="line-clamp-2 [overflow-wrap:anywhere]">
                      {place === 0 && link ? <ScreenLink {...link} data-record={row.id} look={LINK} label={cell(row)} /> : cell(row)}
                    </div>
                  </td>
                ))}
                {hasEnd && (
                  <td className="relative py-0 pr-2 pl-0">
                    <div className="flex items-center justify-end gap-1">
                      {action && <div className={isActionShown ? SHOWN_ACTION : ACTION}>{action(row)}</div>}
                      {menu && <MoreMenu about={about(row)}>{menu(row)}</MoreMenu>}
                    </div>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {select && <BulkBar selection={selection} {...select} />}
    </div>
  );
}

const PlaceRow = ({ cells }: { cells: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot get the focus
  <tr aria-hidden="true" className="border-line border-b last:border-b-0">
    <td colSpan={cells} className={CELL}>
      <span className={PULSE} />
    </td>
  </tr>
);

type HeadProps<Row, Order extends string> = {
  column: Column<Row, Order>;
  sort: Sort<Order> | undefined;
  onSort: ((sort: Sort<Order> | undefined) => void) | undefined;
};

/** Shows a column's name, which sorts the list: ascending, then descending, then as it was. */
function Head<Row, Order extends string>({ column: { head, align, sort: key, from, width }, sort, onSort }: HeadProps<Row, Order>) {
  const order = key && sort === key ? 'ascending' : key && sort === `-${key}` ? 'descending' : undefined;
  const next = order === 'ascending' ? (`-${key}` as Sort<Order>) : order === 'descending' ? undefined : key;
  const Arrow = order === 'descending' ? ArrowDown : order ? ArrowUp : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={key && onSort ? (order ?? 'none') : undefined}
      className={clsx('h-10 px-3 font-medium text-muted', align === 'end' && 'text-right', from && FROM[from], width)}
    >
      {key && onSort ? (
        <button
          type="button"
          className={clsx(
            'inline-flex min-h-9 items-center gap-1 rounded-small hover:text-ink pointer-coarse:min-h-11',
            align === 'end' && 'flex-row-reverse',
            order && 'text-ink',
          )}
          onClick={() => onSort(next)}
        >
          {head}
          <Arrow aria-hidden="true" className={clsx('size-3.5', !order && 'opacity-50')} />
        </button>
      ) : (
        head
      )}
    </th>
  );
}

function PhoneRows<Row extends Identified, Order extends string>({ list, phone, isPhoneWrapped, ...table }: TableProps<Row, Order>) {
  const { title, about, open, menu, places } = table;
  return (
    <ul aria-label={title} className="divide-y divide-line overflow-clip rounded-card border border-line bg-paper text-sm leading-5">
      {list.isPending &&
        PLACES.slice(0, places).map((place) => (
          <li key={place} aria-hidden="true" className="flex h-19 items-center px-4">
            <span className={`${PULSE} grow`} />
          </li>
        ))}
      {getRows(list).map((row) => {
        const link = open?.(row);
        const [first, second] = phone(row);
        const lines = (
          <>
            <Line line={first} look="font-semibold" />
            <Line line={second} look="text-muted" isWrapped={isPhoneWrapped} />
          </>
        );
        const look = 'grid min-h-19 min-w-0 grow content-center gap-1 py-2 pr-1 pl-4 -outline-offset-3';
        return (
          <li key={row.id} className={clsx('flex items-center gap-1', menu ? 'pr-2' : 'pr-3')}>
            {link ? <ScreenLink {...link} data-record={row.id} look={look} label={lines} /> : <div className={look}>{lines}</div>}
            {menu && <MoreMenu about={about(row)}>{menu(row)}</MoreMenu>}
          </li>
        );
      })}
    </ul>
  );
}

function Line({ line, look, isWrapped = false }: { line: PhoneLine; look: string; isWrapped?: boolean | undefined }) {
  const [text, end] = Array.isArray(line) ? (line as readonly ReactNode[]) : [line];
  return (
    <span className={clsx('flex min-w-0 justify-between gap-3', isWrapped ? 'items-baseline' : 'items-center', look)}>
      <span className={isWrapped ? 'text-pretty' : 'truncate'}>{text}</span>
      <span className="shrink-0 empty:hidden">{end}</span>
    </span>
  );
}
