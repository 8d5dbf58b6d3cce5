import { useState } from 'react';
import type { RowResults } from '../../shared/bulk';
import { Button } from './button';
import type { Question } from './dialog';
import { type ActionProps, CallButton, useAction } from './mutation-button';
import { type Results, ResultsDialog } from './results-dialog';
import { BULK_BUTTON } from './row-selection';
import { showToast } from './toast/toast-store';

type Undo<Input> = Pick<NonNullable<ActionProps<unknown, unknown, Input, RowResults>['undo']>, 'procedure' | 'failure'> & {
  input: (ids: number[]) => Input;
  /** Says what became of so many rows, such as "3 invoices are open again". */
  done: (count: number) => string;
};

type BulkButtonProps<Row, Input, Output, UndoInput> = {
  label: string;
  busy?: string;
  rows: readonly Row[];
  /** The most rows that the server takes. */
  most: number;
  about: (row: Row) => string;
  procedure: ActionProps<Input, Output, UndoInput, RowResults>['procedure'];
  input: (ids: number[]) => NoInfer<Input>;
  failure: string;
  question?: Question;
  /** Says what became of so many rows, such as "3 invoices were marked as paid". */
  done: (count: number, output: Output) => string;
  undo?: Undo<UndoInput>;
  /** Called once all rows were changed. */
  onDone: () => void;
};

const getChanged = ({ results }: RowResults): number[] => results.flatMap(({ id, error }) => (error === null ? [id] : []));

/** Changes the selected rows in one call. Offers to undo those that were changed, and lists the others with the reasons. */
export function BulkButton<Row extends { id: number }, Input, Output extends RowResults, UndoInput = unknown>(
  props: BulkButtonProps<Row, Input, Output, UndoInput>,
) {
  const { label, busy, rows, most, about, procedure, input, failure, question, done, undo, onDone } = props;
  const [report, setReport] = useState<Results>();
  const nameById = new Map(rows.map((row) => [row.id, about(row)]));
  const call = useAction<Input, Output, UndoInput, RowResults>({
    procedure,
    failure,
    done: (output) => {
      const changed = getChanged(output).length;
      return changed > 0 ? { title: 'Done', description: `${done(changed, output)}.` } : undefined;
    },
    undo: undo && {
      procedure: undo.procedure,
      failure: undo.failure,
      input: (output) => undo.input(getChanged(output)),
      done: (undone) => ({ title: 'Undone', description: `${undo.done(getChanged(undone).length)}.` }),
    },
    onDone: (output) => {
      const refused = output.results.flatMap(({ id, error }) =>
        error === null ? [] : [{ name: nameById.get(id) ?? String(id), note: error }],
      );
      if (refused.length === 0) onDone();
      else setReport({ title: `${getChanged(output).length} of ${output.results.length} done`, rows: refused });
    },
  });
  const button = { look: BULK_BUTTON, label };
  return (
    <>
      {rows.length > most ? (
        <Button
          {...button}
          onPress={() => showToast({ title: 'Too many rows', description: `Please select at most ${most}.`, kind: 'destructive' })}
        />
      ) : (
        <CallButton {...button} {...(busy && { busy })} call={call} input={input(rows.map(({ id }) => id))} question={question} />
      )}
      {report && <ResultsDialog results={report} text="These were not changed:" onClose={() => setReport(undefined)} />}
    </>
  );
}
