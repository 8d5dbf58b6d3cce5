import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import type { ImportOutcome, ImportReport, ImportRow } from '../../../shared/data';
import { Button } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';

const OUTCOMES: Record<ImportOutcome, readonly [Tone, string]> = {
  error: ['bad', 'Error'],
  create: ['good', 'New'],
  update: ['active', 'Change'],
  unchanged: ['quiet', 'Unchanged'],
};
/** The rows to look at come first. */
const ORDER = ['error', 'update', 'create', 'unchanged'] as const;
const STEP = 50;

function headline({ isDryRun, isWritten, counts: { error, create, update } }: ImportReport): string {
  if (isWritten) return `Done: ${create} new, ${update} changed.`;
  if (error > 0)
    return `Nothing is written: ${error} ${error === 1 ? 'row has' : 'rows have'} something wrong. Please correct the file and check it again.`;
  if (isDryRun && create + update > 0) return 'Nothing is written yet. This is what the file would do:';
  return 'Nothing to do: everything is up to date.';
}

export function ImportResult({ report, children }: { report: ImportReport; children?: ReactNode }) {
  const [shown, setShown] = useState(STEP);
  const { counts, ignored } = report;
  const rows = ORDER.flatMap((outcome) =>
    report.rows.filter((row) => row.outcome === outcome && (outcome !== 'unchanged' || hasWords(row))),
  );
  return (
    <section aria-label="Result" className="grid gap-4 rounded-small border border-line bg-sage-50 p-4">
      <p className="font-semibold">{headline(report)}</p>
      <ul className="flex flex-wrap gap-2">
        {ORDER.map((outcome) => (
          <li key={outcome} className="flex items-center gap-2 rounded-full border border-line bg-paper py-1 pr-3.5 pl-1">
            <Chip tone={OUTCOMES[outcome][0]}>{OUTCOMES[outcome][1]}</Chip>
            <span className="font-semibold tabular-nums">{counts[outcome]}</span>
          </li>
        ))}
      </ul>
      {ignored.length > 0 && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">Columns that are not read: {ignored.join(', ')}.</p>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line rounded-small border border-line bg-paper">
          {rows.slice(0, shown).map((row) => (
            <ReportRow key={row.row} row={row} />
          ))}
        </ul>
      )}
      {rows.length > shown && (
        <Button look="button-ghost justify-self-center" label={`Show more of ${rows.length}`} onPress={() => setShown(shown + STEP)} />
      )}
      {children}
    </section>
  );
}

const hasWords = ({ messages }: ImportRow): boolean => messages.length > 0;

const ReportRow = ({ row: { row, outcome, label, fields, messages } }: { row: ImportRow }) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-3 py-2.5 sm:grid-cols-[4.5rem_7rem_minmax(0,1fr)]">
    <span className="text-muted text-sm tabular-nums">Row {row}</span>
    <span>
      <Chip tone={OUTCOMES[outcome][0]}>{OUTCOMES[outcome][1]}</Chip>
    </span>
    <span className="col-span-2 min-w-0 text-[15px] [overflow-wrap:anywhere] sm:col-span-1">
      {label || <span className="text-muted">(empty)</span>}
      {fields.length > 0 && <span className="block text-muted text-sm">{fields.join(', ')}</span>}
      {messages.map((message) => (
        <span key={message} className={clsx('block text-sm', outcome === 'error' ? 'text-red-600' : 'text-muted')}>
          {message}
        </span>
      ))}
    </span>
  </li>
);
