import { useState } from 'react';
import { BACKUP_OVERDUE_HOURS, BACKUPS_KEPT, type Backup } from '../../../shared/backups';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { CallButton } from '../../ui/mutation-button';
import { asOnePage } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

export function BackupPanel() {
  const backUp = trpc.data.backUp.useMutation({
    onSuccess: ({ bytes }) => showToast({ title: 'Backup Made', description: `It is checked and has ${formatSize(bytes)}.` }),
  });
  return (
    <Panel title="Backups">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[52ch] text-muted text-sm">
          A backup is a checked copy of the whole database, saved beside it. Tidyline makes one every hour. It keeps all of the last{' '}
          {BACKUPS_KEPT.hours} hours, then the newest of each day for {BACKUPS_KEPT.days} days and of each month for {BACKUPS_KEPT.months}{' '}
          months. Download one now and then: a copy on the same machine does not help when the machine is lost. The pictures in{' '}
          <code>uploads</code> are not in it.
        </p>
        <CallButton look="button-primary max-sm:w-full" label="Back Up Now" call={backUp} busy="Backing up..." input={undefined} />
      </div>
      {backUp.error && (
        <p role="alert" className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600 text-sm">
          {backUp.error.data?.httpStatus === 409 || backUp.error.data?.httpStatus === 503
            ? backUp.error.message
            : 'The backup could not be made. Please try again.'}
        </p>
      )}
      <Backups />
      <RestoreSteps />
    </Panel>
  );
}

const SHOWN = 5;

const COLUMNS: readonly Column<Backup & { id: string }>[] = [
  {
    key: 'at',
    head: 'Made',
    width: 'w-44',
    cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
  },
  { key: 'name', head: 'File', cell: ({ name }) => <span className="text-muted">{name}</span> },
  { key: 'size', head: 'Size', align: 'end', width: 'w-28', cell: ({ bytes }) => formatSize(bytes) },
];

function Backups() {
  const list = trpc.data.backups.useQuery();
  const [isWhole, setIsWhole] = useState(false);
  const { rows = [], total = 0, lastAt = null, isOverdue = false } = list.data ?? {};
  return (
    <>
      {isOverdue && <Overdue />}
      {lastAt !== null && (
        <p className="text-[15px]">
          Last good backup: <time dateTime={lastAt}>{formatTimestamp(lastAt)}</time>
        </p>
      )}
      <DataTable
        name="backups"
        title="Backups"
        list={asOnePage(list, (backups) =>
          backups.rows.slice(0, isWhole ? backups.rows.length : SHOWN).map((backup) => ({ ...backup, id: backup.name })),
        )}
        columns={COLUMNS}
        about={({ name }) => name}
        isActionShown
        action={(backup) => <Download backup={backup} />}
        menu={(backup) => <Download backup={backup} />}
        phone={({ at, bytes, name }) => [
          [
            <time key="at" dateTime={at}>
              {formatTimestamp(at)}
            </time>,
            formatSize(bytes),
          ],
          name,
        ]}
        places={SHOWN}
        loading="Loading backups..."
        failed="The backups could not be loaded."
        empty={<p className="rounded-small bg-sage-50 px-4 py-6 text-center text-muted">No backups yet. The first one takes a moment.</p>}
      />
      {rows.length > SHOWN && !isWhole && (
        <Button look="button-ghost justify-self-center" label={`Show all ${rows.length}`} onPress={() => setIsWhole(true)} />
      )}
      {isWhole && total > rows.length && (
        <p className="text-muted text-sm">
          These are the newest {rows.length} of {total}.
        </p>
      )}
    </>
  );
}

const Overdue = () => (
  <p role="note" className="rounded-small bg-amber-100 px-4 py-3 font-medium text-[15px]">
    There is no good backup of the last {BACKUP_OVERDUE_HOURS} hours. Press Back Up Now to see why; usually the disk is full. The log of the
    server has the details.
  </p>
);

const Download = ({ backup: { name } }: { backup: Backup }) => (
  <a href={`/documents/backups/${name}`} download={name} className="button-ghost min-h-9 px-3.5 text-sm pointer-coarse:min-h-11">
    Download<span className="sr-only">, {name}</span>
  </a>
);

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const COMMANDS = `systemctl stop tidyline
npm run restore -- data/backups/<file>.db
systemctl start tidyline`;

/** Explains how to restore a backup, which is done on the server's machine. */
const RestoreSteps = () => (
  <details>
    <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-[15px] marker:text-muted">How to go back to a backup</summary>
    <div className="grid gap-3 pt-1 text-[15px]">
      <p>This replaces all current data, so stop the server and run the commands on its machine, in the folder of Tidyline:</p>
      <pre className="whitespace-pre-wrap rounded-small bg-pine-950 px-4 py-3 font-mono text-sm text-white leading-relaxed [overflow-wrap:anywhere]">
        <code>{COMMANDS}</code>
      </pre>
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          Replace <code>&lt;file&gt;.db</code> with the name of the backup; a downloaded one can be in any folder.
        </li>
        <li>
          If the data is in another folder, name that folder first: <code>DATA_DIR=/var/lib/tidyline npm run restore -- …</code>
        </li>
        <li>The backup is checked first. The current database is set aside, and nothing is deleted.</li>
        <li>
          To try a backup without changing anything, also while the server runs: <code>npm run backup:verify -- …</code>
        </li>
        <li>
          Pictures are files in <code>uploads</code>, which never change once they are there: copy that folder along.
        </li>
      </ul>
    </div>
  </details>
);
