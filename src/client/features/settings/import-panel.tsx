import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  IMPORT_BYTES,
  IMPORT_KINDS,
  IMPORT_ROWS,
  type ImportKind,
  type ImportOutcome,
  type ImportReport,
  type ImportRow,
} from '../../../shared/data';
import type { CallError } from '../../call-error';
import { sessionFetch } from '../../session-fetch';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { FilterPills } from '../../ui/filter-pills';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

const TITLES: Record<ImportKind, string> = { clients: 'Clients', jobs: 'Jobs', products: 'Products', unsubscribes: 'Unsubscribes' };
const KNOWN_BY: Record<ImportKind, string> = {
  clients:
    'Takes our own export and the client exports of Jobber, ZenMaid and QuickBooks. A client with a known e-mail address, or a known phone number and name, is updated; any other is added. A phone number or an e-mail address is enough.',
  jobs: 'Each job that repeats becomes a plan with visits for the next six weeks. Weekly, Biweekly, Every 3 weeks, Every 4 weeks and Monthly are understood, and so are the job exports of Jobber, ZenMaid and QuickBooks. One-time jobs are left out and listed. A file that is imported again adds nothing twice.',
  products:
    'A product with a known name is updated, any other is added. The stock of a known product changes only if the column stockWas holds its current stock; an export has both columns.',
  unsubscribes:
    'E-mail addresses that want no more marketing, of clients and of anyone else. The export “Who unsubscribed” lists them. Without a column of dates they count from today. An import never subscribes an address again.',
};
/** Explains the columns of the kinds that also read the files of other products. */
const COLUMN_HELP: Partial<Record<ImportKind, readonly (readonly [columns: string, text: string])[]>> = {
  clients: [
    ['Name', 'or First Name and Last Name, Display Name, Customer full name'],
    ['Email', 'or E-mails, Email Address; the first of several counts'],
    ['Phone', 'or Main Phone #, Mobile; the first of several counts'],
    ['Address', 'or Street, City, Province and Postal Code; a service address comes before a billing address'],
    ['Company, Notes', 'and the other columns of the template'],
  ],
  jobs: [
    ['Client Name, Client Email, Client Phone', 'A known client is found by e-mail, else by phone and name; any other is added.'],
    ['Service Street, Service City', 'Where the work is. Empty for the address of a known client.'],
    ['Service', 'Such as “Standard clean”, “Deep clean” or “Office”. Other names stay as they are written.'],
    ['Frequency', 'Weekly, Biweekly, Every 3 weeks, Every 4 weeks or Monthly (the same weekday of the month).'],
    ['Next Visit', 'Such as 2026-12-01 or Dec 1, 2026. It sets the weekday of the plan.'],
    ['Start Time, Duration', 'Such as 9:00 AM, and 150 or 2h 30m. Without them: 9:00 a.m. and 2 hours.'],
    ['Price', 'Of a visit, before tax, such as $140.00.'],
  ],
};
const NO_FILE = 'Please choose a CSV file.';
const TOO_LARGE = 'Please choose a file of at most 2 MB.';

type Import = { kind: ImportKind; file: File; isDryRun: boolean; leavesOutErrors?: boolean };

async function send({ kind, file, isDryRun, leavesOutErrors = false }: Import): Promise<ImportReport> {
  const body = new FormData();
  body.set('dryRun', String(isDryRun));
  body.set('leaveOutErrors', String(leavesOutErrors));
  body.set('file', file);
  return (await sessionFetch(`/api/data/import/${kind}`, { method: 'POST', body })).json() as Promise<ImportReport>;
}

const toSentence = ({ message, data }: CallError): string =>
  [400, 409, 413].includes(data?.httpStatus ?? 0) ? message : 'The file could not be sent. Please try again.';

export function ImportPanel() {
  const [kind, setKind] = useState<ImportKind>('clients');
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const options = {
    mutationFn: send,
    onMutate: () => setProblem(undefined),
    onSuccess: ({ isWritten, counts }: ImportReport) => {
      if (isWritten) showToast({ title: 'Import Done', description: `${counts.create} new, ${counts.update} changed.` });
    },
    onError: (error: Error) => setProblem(toSentence(error)),
  };
  const dryRun = useMutation(options);
  const writing = useMutation(options);
  const isPending = dryRun.isPending || writing.isPending;
  // The report of the check stays until the import is done.
  const report = writing.data ?? dryRun.data;
  const begin = (next: { kind?: ImportKind; file?: File | undefined }) => {
    if (next.kind) setKind(next.kind);
    if ('file' in next) setFile(next.file);
    setProblem(undefined);
    dryRun.reset();
    writing.reset();
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (file && file.size <= IMPORT_BYTES) {
      writing.reset();
      return dryRun.mutate({ kind, file, isDryRun: true });
    }
    setProblem(file ? TOO_LARGE : NO_FILE);
    chooser.current?.focus();
  };
  return (
    <Panel title="Import">
      <form noValidate className="grid gap-4" onSubmit={check}>
        <FilterPills
          legend="What to import"
          filters={IMPORT_KINDS.map((value) => ({ value, label: TITLES[value] }))}
          value={kind}
          onFilter={(next) => begin({ kind: next })}
        />
        <p className="max-w-[64ch] text-muted text-sm">
          {KNOWN_BY[kind]} Fields without a column stay as they are. At most {IMPORT_ROWS[kind].toLocaleString('en-CA')} rows.{' '}
          <a
            href={`/documents/import-template/${kind}.csv`}
            download
            className="inline-flex items-center font-medium text-ink underline max-lg:min-h-11"
          >
            Download the template
          </a>
        </p>
        <ColumnHelp kind={kind} />
        <Field label="CSV file" isRequired error={problem}>
          {(control) => (
            <input
              {...control}
              ref={chooser}
              type="file"
              accept=".csv,text/csv"
              className={`${control.className} file:mr-4 file:min-h-9 file:cursor-pointer file:rounded-full file:border-0 file:bg-sage-100 file:px-4 file:font-semibold file:text-ink`}
              // A file that is chosen again has to be checked again, also under the same name.
              onClick={(event) => {
                event.currentTarget.value = '';
              }}
              onChange={(event) => begin({ file: event.target.files?.[0] })}
            />
          )}
        </Field>
        <button type="submit" className="button-dark justify-self-start max-sm:w-full" aria-disabled={isPending}>
          {dryRun.isPending ? 'Checking...' : 'Check File'}
        </button>
      </form>
      <div aria-live="polite">
        {report && (
          <ImportResult report={report}>
            {file && report.isDryRun && countChanges(report) > 0 && (
              <ActionButton
                look={report.counts.error > 0 ? 'button-ghost max-sm:w-full' : 'button-primary max-sm:w-full'}
                label={labelImport(report)}
                isPending={isPending}
                busy="Importing..."
                onPress={() => writing.mutate({ kind, file, isDryRun: false, leavesOutErrors: report.counts.error > 0 })}
              />
            )}
          </ImportResult>
        )}
      </div>
    </Panel>
  );
}

function ColumnHelp({ kind }: { kind: ImportKind }) {
  const help = COLUMN_HELP[kind];
  if (!help) return null;
  return (
    <details className="max-w-[64ch] text-sm">
      <summary className="cursor-pointer font-medium max-lg:min-h-11 max-lg:content-center">Which columns are read</summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        {help.map(([columns, text]) => (
          <div key={columns} className="contents">
            <dt className="font-medium">{columns}</dt>
            <dd className="text-muted max-sm:mb-1.5">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const OUTCOMES: Record<ImportOutcome, readonly [Tone, string]> = {
  error: ['bad', 'Error'],
  create: ['good', 'New'],
  update: ['active', 'Change'],
  unchanged: ['quiet', 'Unchanged'],
};
/** The rows to look at come first. */
const ORDER = ['error', 'update', 'create', 'unchanged'] as const;
const STEP = 50;

const countChanges = ({ counts: { create, update } }: ImportReport): number => create + update;
const countRows = (count: number): string => `${count.toLocaleString('en-CA')} ${count === 1 ? 'Row' : 'Rows'}`;
const labelImport = (report: ImportReport): string =>
  `Import ${report.counts.error > 0 ? 'the Other ' : ''}${countRows(countChanges(report))}`;

function headline(report: ImportReport): string {
  const { isDryRun, isWritten, counts } = report;
  if (isWritten)
    return `Done: ${counts.create} new, ${counts.update} changed${counts.error > 0 ? `, ${counts.error} left out. You can correct these and import the file again` : ''}.`;
  if (counts.error > 0) {
    const wrong = `Nothing is written: ${counts.error} ${counts.error === 1 ? 'row has' : 'rows have'} something wrong.`;
    return `${wrong} Please correct the file and check it again${countChanges(report) > 0 ? ', or import the other rows without them' : ''}.`;
  }
  if (isDryRun && countChanges(report) > 0) return 'Nothing is written yet. This is what the file would do:';
  return 'Nothing to do: everything is up to date.';
}

function ImportResult({ report, children }: { report: ImportReport; children?: ReactNode }) {
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
