import type { Admin } from '../../../shared/admins';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { Loaded } from '../../ui/loaded';
import { ConfirmButton, MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { AddAdmin, ResetAdminPassword } from './admin-passwords';

export function AdminsSection() {
  const list = trpc.admins.list.useQuery();
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[60ch] text-muted text-sm">
          Each admin sees and changes everything here. Three wrong passwords lock a name for five minutes; you can lift that at once.
        </p>
        <AddAdmin />
      </div>
      <Loaded query={list} loading="Loading admins..." failed="The admins could not be loaded.">
        {(data) => (
          <ul className="grid gap-3">
            {data.rows.map((admin) => (
              <AdminCard key={admin.id} admin={admin} isOnly={data.rows.length === 1} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function AdminCard({ admin, isOnly }: { admin: Admin; isOnly: boolean }) {
  const { username, createdAt, lastSessionAt, isLocked, isYou } = admin;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card border border-line bg-paper p-5">
      <div className="flex min-w-0 items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-200 font-bold font-display text-lg text-pine-900"
        >
          {[...username][0]?.toUpperCase()}
        </span>
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold text-lg [overflow-wrap:anywhere]">
            {username}
            {isYou && <Chip tone="active">You</Chip>}
            {isLocked && <Chip tone="bad">Locked</Chip>}
          </h2>
          <p className="text-muted text-sm">
            {lastSessionAt ? (
              <>
                Signed in <time dateTime={lastSessionAt}>{formatDateTime(lastSessionAt)}</time>
              </>
            ) : (
              'Never signed in'
            )}{' '}
            · added <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {isLocked && <ReleaseLock admin={admin} />}
        <ResetAdminPassword admin={admin} />
        {!isYou && !isOnly && <RemoveAdmin admin={admin} />}
      </div>
    </li>
  );
}

function ReleaseLock({ admin: { id, username } }: { admin: Admin }) {
  const release = trpc.admins.releaseLocks.useMutation({
    meta: { failure: 'Failed to release the lock. Please try again.' },
    onSuccess: () => showToast({ title: 'Lock Released', description: `${username} can sign in again.` }),
  });
  return <MutationButton look="button-dark" label="Release Lock" about={username} call={release} input={{ id }} />;
}

function RemoveAdmin({ admin: { id, username } }: { admin: Admin }) {
  const remove = trpc.admins.remove.useMutation({
    meta: { failure: 'Failed to remove the admin. Please try again.' },
    onSuccess: () => showToast({ title: 'Admin Removed', description: `${username} can no longer sign in.` }),
  });
  return (
    <ConfirmButton
      look="button-ghost text-red-600"
      label="Remove"
      about={username}
      busy="Removing..."
      call={remove}
      input={{ id }}
      title={`Remove ${username}?`}
      text="Whoever is signed in under this name is signed out at once. What was done under it stays in the log."
      action="Remove Admin"
    />
  );
}
