import { useState } from 'react';
import type { z } from 'zod';
import { BACKUP_OVERDUE_HOURS, BACKUPS_KEPT, type Backup, type backupList } from '../../../shared/backups';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { CallButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const FIRST = 5;

export function BackupPanel() {
  const list = trpc.data.backups.useQuery();
  const backUp = trpc.data.backUp.useMutation({
    onSuccess: ({ bytes }) => showToast({ title: 'Backup Made', description: `It is checked and has ${formatSize(bytes)}.` }),
  });
  return (
    <Panel title="Backups">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[52ch] text-muted text-sm">
          A backup is one checked copy of the whole database, kept beside it. One is made every hour by itself; all of the last{' '}
          {BACKUPS_KEPT.hours} hours are kept, then the newest of each day for {BACKUPS_KEPT.days} days and of each month for{' '}
          {BACKUPS_KEPT.months} months, those made by hand like the others. Download one now and then: a copy on the same machine does not
          help when the machine is lost. The pictures in <code>uploads</code> are not in it.
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
      <Loaded query={list} loading="Loading backups..." failed="The backups could not be loaded.">
        {(backups) => <Backups {...backups} />}
      </Loaded>
      <RestoreSteps />
    </Panel>
  );
}

function Backups({ rows, total, lastAt, isOverdue }: z.output<typeof backupList>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      {isOverdue && <Overdue />}
      {rows.length === 0 && (
        <p className="rounded-small bg-sage-50 px-4 py-6 text-center text-muted">No backups yet. The first one takes a moment.</p>
      )}
      {lastAt !== null && (
        <p className="text-[15px]">
          Last good backup: <time dateTime={lastAt}>{formatTimestamp(lastAt)}</time>
        </p>
      )}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {rows.slice(0, isWhole ? rows.length : FIRST).map((backup) => (
          <BackupRow key={backup.name} backup={backup} />
        ))}
      </ul>
      {rows.length > FIRST && !isWhole && (
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
    There is no good backup of the last {BACKUP_OVERDUE_HOURS} hours. Press Back Up Now to see why; mostly the disk is full. The log of the
    server says more.
  </p>
);

const BackupRow = ({ backup: { name, bytes, at } }: { backup: Backup }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
    <div className="min-w-0">
      <time dateTime={at} className="font-semibold">
        {formatTimestamp(at)}
      </time>
      <p className="text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
        {name} · {formatSize(bytes)}
      </p>
    </div>
    <a href={`/documents/backups/${name}`} download={name} className="button-ghost">
      Download<span className="sr-only">, {name}</span>
    </a>
  </li>
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
      <p>
        This replaces all that is here now, so it is done on the machine itself, in the folder of Tidyline, while the server is stopped:
      </p>
      <pre className="whitespace-pre-wrap rounded-small bg-pine-950 px-4 py-3 font-mono text-sm text-white leading-relaxed [overflow-wrap:anywhere]">
        <code>{COMMANDS}</code>
      </pre>
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          Put the name of the backup in the place of <code>&lt;file&gt;.db</code>; a downloaded one may lie anywhere.
        </li>
        <li>
          Where the data lies elsewhere, say so in front: <code>DATA_DIR=/var/lib/tidyline npm run restore -- …</code>
        </li>
        <li>The backup is checked first. What was there before is set aside beside it, and nothing of it is deleted.</li>
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
