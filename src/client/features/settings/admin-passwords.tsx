import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Admin, adminReset, newAdmin } from '../../../shared/admins';
import { trpc } from '../../trpc';
import { SaveForm, TextField } from '../../ui/form';
import { type MadePassword, PasswordDialog } from '../../ui/new-password';
import { showToast } from '../../ui/toast/toast-store';

const ADVICE = 'It is shown only now and stored nowhere. Please pass it on by a safe way.';
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

export const AddAdmin = () => (
  <PasswordDialog
    look="button-primary max-sm:w-full"
    label="Add Admin"
    title="Add Admin"
    text="Somebody who may see and change everything in the office."
    advice={ADVICE}
  >
    {(finish) => <AddForm onDone={finish} />}
  </PasswordDialog>
);

function AddForm({ onDone }: FinishProps) {
  const form = useForm({ resolver: zodResolver(newAdmin), defaultValues: { username: '', password: '' } });
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

export const ResetAdminPassword = ({ admin }: { admin: Admin }) => (
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
  const form = useForm({ resolver: zodResolver(resetForm), defaultValues: { password: '', currentPassword: '' } });
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
