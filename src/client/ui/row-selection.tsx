import { type ReactNode, useState } from 'react';
import { EXPORTED_ROWS, type ExportTable } from '../../shared/data';
import { ActionButton } from './action-button';
import { Button } from './button';
import { downloadFile } from './download-file';
import { showToast } from './toast/toast-store';

/** A row of a table; its id is a number, or a string for rows that the database does not number. */
export type Identified = { id: number | string };

export type Selecting<Row> = {
  /** The table of the CSV file with the selected rows. */
  table?: ExportTable;
  /** The buttons for the selected rows. `clear` empties the selection. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
};

/** Manages which of the loaded rows are selected. */
export function useSelection<Row extends Identified>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<number | string>>(new Set());
  return {
    all: rows,
    selected: rows.filter(({ id }) => ids.has(id)),
    has: (row: Row) => ids.has(row.id),
    toggle: (row: Row) => setIds(new Set(ids.has(row.id) ? [...ids].filter((id) => id !== row.id) : [...ids, row.id])),
    selectAll: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
type Selection<Row extends Identified> = ReturnType<typeof useSelection<Row>>;

const CHECKBOX = 'size-4 accent-pine-700';
const TARGET = 'grid h-[51px] w-11 cursor-pointer place-items-center';

export function SelectAll<Row extends Identified>({ selection }: { selection: Selection<Row> }) {
  const { all, selected, selectAll, clear } = selection;
  const isAll = all.length > 0 && selected.length === all.length;
  return (
    <label className="grid h-10 w-11 cursor-pointer place-items-center">
      <span className="sr-only">Select all shown</span>
      <input
        type="checkbox"
        className={CHECKBOX}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && selected.length > 0;
        }}
        onChange={isAll ? clear : selectAll}
      />
    </label>
  );
}

type SelectRowProps<Row extends Identified> = { selection: Selection<Row>; row: Row; about: string };

export const SelectRow = <Row extends Identified>({ selection, row, about }: SelectRowProps<Row>) => (
  <label className={TARGET}>
    <span className="sr-only">Select {about}</span>
    <input type="checkbox" data-select className={CHECKBOX} checked={selection.has(row)} onChange={() => selection.toggle(row)} />
  </label>
);

/** The look of a button for the selected rows. */
export const BULK_BUTTON = 'button-ghost min-h-9 px-3.5 text-sm pointer-coarse:min-h-11';

type BulkBarProps<Row extends Identified> = Selecting<Row> & { selection: Selection<Row> };

/** Shows how many rows are selected, and what can be done with all of them. */
export function BulkBar<Row extends Identified>({ selection, table, bulk }: BulkBarProps<Row>) {
  const { all, selected, selectAll, clear } = selection;
  if (selected.length === 0) return null;
  return (
    <section
      aria-label="Selected rows"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-sage-100 px-3 py-2"
    >
      <p role="status" className="mr-2 font-semibold text-sm tabular-nums">
        {selected.length} selected
      </p>
      {bulk?.(selected, clear)}
      {table && <ExportRows table={table} ids={selected.map(({ id }) => id)} />}
      {selected.length < all.length && <Button look={BULK_BUTTON} label="Select all shown" onPress={selectAll} />}
      <Button look={BULK_BUTTON} label="Clear selection" onPress={clear} />
    </section>
  );
}

function ExportRows({ table, ids }: { table: ExportTable; ids: readonly (number | string)[] }) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (ids.length > EXPORTED_ROWS)
      return showToast({
        title: 'Too many rows',
        description: `Please select at most ${EXPORTED_ROWS} rows to export.`,
        kind: 'destructive',
      });
    setIsSaving(true);
    await downloadFile(`/documents/export/${table}.csv?ids=${ids.join(',')}`, `${table}.csv`).then(
      (name) =>
        showToast({ title: 'Exported', description: `${ids.length === 1 ? '1 row was' : `${ids.length} rows were`} saved as ${name}.` }),
      () => showToast({ title: 'Error', description: 'The rows could not be exported. Please try again.', kind: 'destructive' }),
    );
    setIsSaving(false);
  };
  return <ActionButton look={BULK_BUTTON} label="Export CSV" busy="Exporting..." isPending={isSaving} onPress={() => void save()} />;
}
