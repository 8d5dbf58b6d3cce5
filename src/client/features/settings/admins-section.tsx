import { type Admin, adminReset, newAdmin } from '../../../shared/admins';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { type Column, DataTable, ROW_ACTION } from '../../ui/data-table';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { MutationButton } from '../../ui/mutation-button';
import { type MadePassword, PasswordDialog } from '../../ui/new-password';
import { asOnePage } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const lastSession = ({ lastSessionAt }: Admin) =>
  lastSessionAt ? <time dateTime={lastSessionAt}>{formatTimestamp(lastSessionAt)}</time> : 'Never signed in';

const Standing = ({ admin: { isYou, isLocked } }: { admin: Admin }) => (
  <span className="inline-flex gap-1">
    {isYou && <Chip tone="active">You</Chip>}
    {isLocked && <Chip tone="bad">Locked</Chip>}
  </span>
);

const COLUMNS: readonly Column<Admin>[] = [
  { key: 'name', head: 'Username', cell: ({ username }) => <span className="font-semibold">{username}</span> },
  { key: 'status', head: 'Status', width: 'w-40', cell: (admin) => <Standing admin={admin} /> },
  { key: 'session', head: 'Signed in', width: 'w-40', cell: lastSession },
  {
    key: 'added',
    head: 'Added',
    from: 'xl',
    width: 'w-40',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
];

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
      <DataTable
        name="admins"
        title="Admins"
        list={asOnePage(list, ({ rows }) => rows)}
        columns={COLUMNS}
        about={({ username }) => username}
        action={(admin) => admin.isLocked && <ReleaseLock admin={admin} look={ROW_ACTION} />}
        menu={(admin) => (
          <>
            {admin.isLocked && <ReleaseLock admin={admin} />}
            <ResetAdminPassword admin={admin} />
            {!admin.isYou && <RemoveAdmin admin={admin} />}
          </>
        )}
        phone={(admin) => [
          [admin.username, <Standing key="status" admin={admin} />],
          <span key="session">Signed in: {lastSession(admin)}</span>,
        ]}
        loading="Loading admins..."
        failed="The admins could not be loaded."
      />
    </div>
  );
}

function ReleaseLock({ admin: { id, username }, look = 'button-ghost' }: { admin: Admin; look?: string }) {
  return (
    <MutationButton
      look={look}
      label="Release Lock"
      about={username}
      procedure={trpc.admins.releaseLocks}
      input={{ id }}
      failure="Failed to release the lock. Please try again."
      done={{ title: 'Lock Released', description: `${username} can sign in again.` }}
    />
  );
}

function RemoveAdmin({ admin: { id, username } }: { admin: Admin }) {
  return (
    <MutationButton
      label="Remove"
      about={username}
      busy="Removing..."
      procedure={trpc.admins.remove}
      input={{ id }}
      failure="Failed to remove the admin. Please try again."
      question={{
        title: `Remove ${username}?`,
        text: 'Anyone signed in with this name is signed out at once. Their past actions stay in the log.',
        action: 'Remove Admin',
      }}
      done={{ title: 'Admin Removed', description: `${username} can no longer sign in.` }}
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
    text="Admins can see and change everything in the office."
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
