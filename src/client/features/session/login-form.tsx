import { useEffect, useState } from 'react';
import { formatLock, loginInput } from '../../../shared/session';
import { trpc } from '../../trpc';
import { SubmitButton } from '../../ui/dialog-buttons';
import { TextField, useSchemaForm } from '../../ui/form';
import { PageTitle } from '../../ui/page-title';
import { Brand, useCompany } from '../../ui/public/company';
import { beginSession } from './session-store';

const REFUSAL = 'rounded-small bg-red-100 px-4 py-3 font-medium text-red-600';

export function LoginForm() {
  const { name } = useCompany();
  const [refusal, setRefusal] = useState<{ message: string; lockedFor: number | undefined }>();
  const form = useSchemaForm(loginInput, { username: '', password: '' });
  const logIn = trpc.session.login.useMutation({
    onSuccess: ({ token }) => beginSession(token),
    onError: (error) => {
      const { message, data } = error;
      const seconds = data?.retryAfterSeconds;
      setRefusal({
        message: data ? message : 'Network error. Please try again.',
        lockedFor: seconds && message === formatLock(seconds) ? seconds : undefined,
      });
      form.resetField('password');
    },
  });

  return (
    <main className="grid min-h-dvh place-items-center bg-sage-50 px-4 py-10">
      <div className="w-full max-w-[420px]">
        <a href="/" className="mb-6 flex items-center justify-center gap-2.5 font-bold font-display text-xl tracking-display">
          <Brand text={name} />
        </a>
        <form
          noValidate
          method="post"
          onSubmit={form.handleSubmit((values) => logIn.mutate(values))}
          className="grid gap-5 rounded-[22px] border border-line bg-paper p-7 shadow-card sm:p-9"
        >
          <div>
            <PageTitle>Admin login</PageTitle>
            <p className="mt-2 text-muted">Manage quotes, jobs, invoices and the store.</p>
          </div>
          <TextField
            form={form}
            name="username"
            label="Username"
            isRequired
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField form={form} name="password" label="Password" isRequired type="password" autoComplete="current-password" />
          <div role="alert">
            {refusal?.lockedFor === undefined ? (
              refusal && <p className={REFUSAL}>{refusal.message}</p>
            ) : (
              <p className="sr-only">{`The login is locked for ${refusal.lockedFor} seconds.`}</p>
            )}
          </div>
          {refusal?.lockedFor !== undefined && <Countdown key={refusal.lockedFor} seconds={refusal.lockedFor} />}
          <SubmitButton look="button-primary min-h-13 text-[17px]" label="Log In" busy="Logging in..." isPending={logIn.isPending} />
        </form>
        <p className="mt-5 text-center text-muted text-sm">
          Part of the cleaning team?{' '}
          <a href="/team-login" className="font-semibold text-pine-700 underline underline-offset-4">
            Team login
          </a>
        </p>
      </div>
    </main>
  );
}

/** Shows a lock's sentence with its seconds counting down. Screen readers hear the alert once instead. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  // Synchronizes with the browser's clock.
  useEffect(() => {
    const timer = setInterval(() => setLeft((value) => Math.max(0, value - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  if (left === 0) return null;
  return (
    <p aria-hidden="true" className={`${REFUSAL} tabular-nums`}>
      {formatLock(left)}
    </p>
  );
}
