import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Admin, adminReset, newAdmin } from '../../../shared/admins';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SaveForm, TextField } from '../../ui/form';
import { NewPassword } from '../../ui/new-password';
import { showToast } from '../../ui/toast/toast-store';

const SHOWN_ONCE = 'It is shown only now and stored nowhere. Please pass it on by a safe way.';
const PASSWORD_HINT = 'At least 8 characters. Leave empty to have one made, which you see once.';
const sentenceOf = (message: string | undefined) => message && (/^(needs|cannot)/.test(message) ? `The password ${message}.` : message);

type Made = { username: string; password: string };

export function AddAdmin() {
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  const open = () => {
    setMade(undefined);
    setIsOpen(true);
  };
  return (
    <>
      <Button look="button-primary max-sm:w-full" label="Add Admin" onPress={open} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={made ? `Password of ${made.username}` : 'Add Admin'}
        text={made ? SHOWN_ONCE : 'Somebody who may see and change everything in the office.'}
      >
        {made ? (
          <NewPassword of={['Username', made.username]} password={made.password} onDone={() => setIsOpen(false)} />
        ) : (
          <AddForm
            onCancel={() => setIsOpen(false)}
            onAdded={(username, password) => (password === null ? setIsOpen(false) : setMade({ username, password }))}
          />
        )}
      </Dialog>
    </>
  );
}

function AddForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: (username: string, password: string | null) => void }) {
  const form = useForm({ resolver: zodResolver(newAdmin), defaultValues: { username: '', password: '' } });
  const { errors } = form.formState;
  const add = trpc.admins.add.useMutation({
    meta: { failure: 'Failed to add the admin. Please try again.' },
    onSuccess: ({ username, madePassword }) => {
      showToast({ title: 'Admin Added', description: `${username} can sign in now.` });
      onAdded(username, madePassword);
    },
  });
  return (
    <SaveForm form={form} call={add} input={(values) => values} onCancel={onCancel} submit="Add Admin">
      <TextField form={form} name="username" label="Username" isRequired autoCapitalize="none" />
      <TextField
        form={form}
        name="password"
        label="Password"
        hint={PASSWORD_HINT}
        error={sentenceOf(errors.password?.message)}
        type="password"
        autoComplete="new-password"
      />
    </SaveForm>
  );
}

const resetForm = adminReset.omit({ id: true });

export function ResetAdminPassword({ admin: { id, username, isYou } }: { admin: Admin }) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({ resolver: zodResolver(resetForm), defaultValues: { password: '', currentPassword: '' } });
  const reset = trpc.admins.resetPassword.useMutation({
    meta: { failure: 'Failed to reset the password. Please try again.' },
    onSuccess: ({ madePassword }) => {
      showToast({ title: 'Password Reset', description: `The password of before no longer works for ${username}.` });
      if (madePassword === null) close();
    },
  });
  const password = reset.data?.madePassword;
  const close = () => {
    setIsOpen(false);
    form.reset();
    reset.reset();
  };
  const ends = isYou
    ? 'You stay signed in here; everywhere else you are signed out.'
    : 'Whoever is signed in under this name is signed out, and its locks are lifted.';
  return (
    <>
      <Button label="Reset Password" about={username} onPress={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={(wanted) => (wanted ? setIsOpen(true) : close())}
        title={password ? `Password of ${username}` : `Reset the password of ${username}?`}
        text={password ? SHOWN_ONCE : ends}
      >
        {password ? (
          <NewPassword of={['Username', username]} password={password} onDone={close} />
        ) : (
          <SaveForm
            form={form}
            call={reset}
            input={(values) => ({ id, password: values.password, ...(isYou && { currentPassword: values.currentPassword }) })}
            onCancel={close}
            submit="Reset Password"
          >
            {isYou && (
              <TextField
                form={form}
                name="currentPassword"
                label="Current Password"
                isRequired
                type="password"
                autoComplete="current-password"
              />
            )}
            <TextField
              form={form}
              name="password"
              label="New Password"
              hint={PASSWORD_HINT}
              error={sentenceOf(form.formState.errors.password?.message)}
              type="password"
              autoComplete="new-password"
            />
          </SaveForm>
        )}
      </Dialog>
    </>
  );
}
