import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { memberLogin } from '../../../shared/team';
import { keepThisPage } from '../../service-worker';
import { trpc } from '../../trpc';
import { SubmitButton } from '../../ui/dialog-buttons';
import { TextField, useSchemaForm } from '../../ui/form';
import { PageTitle } from '../../ui/page-title';
import { Brand, useCompany } from '../../ui/public/company';
import { CompanyContact } from '../../ui/public/company-contact';
import { showToast } from '../../ui/toast/toast-store';
import { storeMemberSession } from './member-session';

/** Shown if the server gave no reason. */
const REFUSED = 'Invalid credentials. Please try again.';

export function TeamLogin({ onSignedIn }: { onSignedIn: (id: number) => void }) {
  const { name } = useCompany();
  const form = useSchemaForm(memberLogin, { employeeId: '', password: '' });
  const queryClient = useQueryClient();
  // Asks the service worker to store this page.
  useEffect(keepThisPage, []);
  const signIn = trpc.team.login.useMutation({
    onSuccess: ({ teamMember }) => {
      // The cache may hold data of the member who was signed in before.
      queryClient.clear();
      storeMemberSession(teamMember);
      showToast({ title: 'Login Successful', description: `Welcome back, ${teamMember.name}!` });
      onSignedIn(teamMember.id);
    },
    onError: ({ message, data }) => {
      showToast({ title: 'Login Failed', description: data ? message : REFUSED, kind: 'destructive' });
      form.resetField('password');
      form.setFocus('password');
    },
  });
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto] bg-pine-950 sm:grid-rows-none sm:content-center sm:justify-items-center sm:py-10">
      <div className="grid content-center justify-items-center gap-4 px-6 py-10 text-center text-white sm:w-[420px] sm:pb-6">
        <a href="/" className="on-pine inline-flex min-h-11 items-center gap-2.5 font-bold font-display text-xl tracking-display">
          <Brand text={name} />
        </a>
        <PageTitle>Team Login</PageTitle>
        <p className="max-w-[30em] text-white/80">Your jobs of the day, with addresses and check lists.</p>
      </div>
      <form
        noValidate
        method="post"
        onSubmit={form.handleSubmit((values) => signIn.mutate(values))}
        className="grid w-full content-start gap-5 rounded-t-[26px] bg-paper px-5 pt-7 pb-[max(24px,env(safe-area-inset-bottom))] sm:w-[420px] sm:rounded-[22px] sm:p-9"
      >
        <TextField
          form={form}
          name="employeeId"
          label="Employee ID"
          isRequired
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <TextField form={form} name="password" label="Password" isRequired type="password" autoComplete="current-password" />
        <SubmitButton look="button-primary min-h-14 w-full text-[17px]" label="Sign In" busy="Signing in..." isPending={signIn.isPending} />
        <p className="text-center text-[15px] text-muted">
          No password yet, or forgotten it? Please contact your supervisor or an admin: they can give you a new one.
        </p>
        <div className="grid justify-items-center text-[15px]">
          <CompanyContact />
        </div>
      </form>
    </main>
  );
}
