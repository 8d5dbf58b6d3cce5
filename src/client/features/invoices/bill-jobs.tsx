import { useState } from 'react';
import type { BillResult, UnbilledJob } from '../../../shared/billing';
import { MOST_ROWS } from '../../../shared/bulk';
import { formatCount } from '../../../shared/counts';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { CallButton, useAction } from '../../ui/mutation-button';
import { type Results, ResultsDialog } from '../../ui/results-dialog';
import { BULK_BUTTON } from '../../ui/row-selection';
import { showToast } from '../../ui/toast/toast-store';

/** Lists the new invoices, each once: the visits of a month have the same one. */
const listBilled = ({ rows }: BillResult): number[] => [
  ...new Set(rows.flatMap(({ status, invoiceId }) => (status === 'billed' && invoiceId !== null ? [invoiceId] : []))),
];

type BillJobsProps = {
  jobs: readonly UnbilledJob[];
  look?: string;
  /** True to show only the button that bills without sending e-mails. */
  isSingle?: boolean;
  onDone?: () => void;
};

/** Bills jobs, with or without mailing the invoices, and lists those that could not be billed or mailed with the reasons. */
export function BillJobs({ jobs, look = BULK_BUTTON, isSingle = false, onDone }: BillJobsProps) {
  const [report, setReport] = useState<Results>();
  const nameById = new Map(jobs.map(({ workOrderId, clientName }) => [workOrderId, clientName]));
  const noteResult = (result: BillResult) => {
    const notes = result.rows.flatMap(({ workOrderId, message }) =>
      message === null ? [] : [{ name: nameById.get(workOrderId) ?? String(workOrderId), note: message }],
    );
    if (notes.length === 0) onDone?.();
    else setReport({ title: `${formatCount(listBilled(result).length, 'invoice')} made`, rows: notes });
  };
  const done = (sent: boolean) => (result: BillResult) => {
    const made = listBilled(result).length;
    if (made === 0) return undefined;
    return { title: `${formatCount(made, 'invoice')} made`, description: sent ? 'They go to their clients by e-mail.' : 'Not mailed yet.' };
  };
  const failure = 'Failed to bill the jobs. Please try again.';
  const bill = useAction({
    procedure: trpc.billing.billMany,
    failure,
    done: done(false),
    undo: {
      procedure: trpc.invoices.changeInBulk,
      input: (result: BillResult) => ({ ids: listBilled(result), step: 'delete' as const }),
      failure: 'Failed to delete the invoices. Please try again.',
      done: { title: 'Undone', description: 'The jobs are to be billed again.' },
    },
    onDone: noteResult,
  });
  const send = useAction({ procedure: trpc.billing.billMany, failure, done: done(true), onDone: noteResult });
  const input = { workOrderIds: jobs.map(({ workOrderId }) => workOrderId) };
  const label = jobs.length === 1 ? 'Bill 1 job' : `Bill ${jobs.length} jobs`;
  const refuse = () => showToast({ title: 'Too many jobs', description: `Please select at most ${MOST_ROWS}.`, kind: 'destructive' });
  return (
    <>
      {jobs.length > MOST_ROWS ? (
        <Button look={look} label={label} onPress={refuse} />
      ) : (
        <>
          <CallButton look={look} label={isSingle ? 'Bill' : label} busy="Billing..." call={bill} input={{ ...input, send: false }} />
          {!isSingle && <CallButton look={look} label="Bill and send" busy="Sending..." call={send} input={{ ...input, send: true }} />}
        </>
      )}
      {report && <ResultsDialog results={report} text="Please look at these:" onClose={() => setReport(undefined)} />}
    </>
  );
}
