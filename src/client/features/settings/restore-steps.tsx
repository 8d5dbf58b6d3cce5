const COMMANDS = `systemctl stop tidyline
npm run restore -- data/backups/<file>.db
systemctl start tidyline`;

/** Explains how to restore a backup, which is done on the server's machine. */
export const RestoreSteps = () => (
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
