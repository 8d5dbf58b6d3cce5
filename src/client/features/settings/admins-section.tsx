import { type Admin, adminReset, newAdmin } from '../../../shared/admins';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { CallButton, ConfirmButton } from '../../ui/mutation-button';
import { type MadePassword, PasswordDialog } from '../../ui/new-password';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

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
                Signed in <time dateTime={lastSessionAt}>{formatTimestamp(lastSessionAt)}</time>
              </>
            ) : (
              'Never signed in'
            )}{' '}
            · added <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
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
  return <CallButton look="button-dark" label="Release Lock" about={username} call={release} input={{ id }} />;
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

const ADVICE = 'It is shown only now and saved nowhere. Please pass it on safely.';
const NEW_PASSWORD = {
  name: 'password',
  hint: 'At least 8 characters. Leave empty to have one made, which you see once.',
  type: 'password',
  autoComplete: 'new-password',
} as const;

type FinishProps = { onDone: (made?: MadePassword) => void };
type Answer = { username: string; madePassword: string | null };
const toMade = ({ username, madePassword }: Answer): MadePassword | undefined =>
  madePassword === null ? undefined : { title: `Password of ${username}`, of: ['Username', username], password: madePassword };

const AddAdmin = () => (
  <PasswordDialog
    look="button-primary max-sm:w-full"
    label="Add Admin"
    title="Add Admin"
    text="An admin can see and change everything in the office."
    advice={ADVICE}
  >
    {(finish) => <AddForm onDone={finish} />}
  </PasswordDialog>
);

function AddForm({ onDone }: FinishProps) {
  const form = useSchemaForm(newAdmin, { username: '', password: '' });
  const add = trpc.admins.add.useMutation({
    meta: { failure: 'Failed to add the admin. Please try again.' },
    onSuccess: (added) => {
      showToast({ title: 'Admin Added', description: `${added.username} can sign in now.` });
      onDone(toMade(added));
    },
  });
  return (
    <SaveForm form={form} call={add} input={(values) => values} onCancel={() => onDone()} submit="Add Admin">
      <TextField form={form} name="username" label="Username" isRequired autoCapitalize="none" />
      <TextField form={form} {...NEW_PASSWORD} label="Password" />
    </SaveForm>
  );
}

const ResetAdminPassword = ({ admin }: { admin: Admin }) => (
  <PasswordDialog
    label="Reset Password"
    about={admin.username}
    title={`Reset the password of ${admin.username}?`}
    text={
      admin.isYou
        ? 'You stay signed in here; everywhere else you are signed out.'
        : 'Whoever is signed in under this name is signed out, and its locks are lifted.'
    }
    advice={ADVICE}
  >
    {(finish) => <ResetForm admin={admin} onDone={finish} />}
  </PasswordDialog>
);

const resetForm = adminReset.omit({ id: true });

function ResetForm({ admin: { id, isYou }, onDone }: { admin: Admin } & FinishProps) {
  const form = useSchemaForm(resetForm, { password: '', currentPassword: '' });
  const reset = trpc.admins.resetPassword.useMutation({
    meta: { failure: 'Failed to reset the password. Please try again.' },
    onSuccess: (changed) => {
      showToast({ title: 'Password Reset', description: `The old password of ${changed.username} no longer works.` });
      onDone(toMade(changed));
    },
  });
  return (
    <SaveForm
      form={form}
      call={reset}
      input={({ password, currentPassword }) => ({ id, password, ...(isYou && { currentPassword }) })}
      onCancel={() => onDone()}
      submit="Reset Password"
    >
      {isYou && (
        <TextField form={form} name="currentPassword" label="Current Password" isRequired type="password" autoComplete="current-password" />
      )}
      <TextField form={form} {...NEW_PASSWORD} label="New Password" />
    </SaveForm>
  );
}
