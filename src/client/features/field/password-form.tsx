import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { passwordChange } from '../../../shared/team';
import { trpc } from '../../trpc';
import { TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';

export function PasswordForm({ onSaved }: { onSaved?: () => void }) {
  const form = useForm({ resolver: zodResolver(passwordChange), defaultValues: { currentPassword: '', newPassword: '' } });
  const save = trpc.team.setPassword.useMutation({
    meta: { failure: 'The password could not be saved. Please try again.' },
    onSuccess: () => {
      form.reset();
      showToast({ title: 'Password Saved', description: 'Use it the next time you sign in.' });
      onSaved?.();
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={form.handleSubmit((values) => !save.isPending && save.mutate(values))}>
      <TextField form={form} name="currentPassword" label="Current Password" isRequired type="password" autoComplete="current-password" />
      <TextField
        form={form}
        name="newPassword"
        label="New Password"
        isRequired
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
      />
      <button type="submit" className="button-dark justify-self-start" aria-disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save Password'}
      </button>
    </form>
  );
}
