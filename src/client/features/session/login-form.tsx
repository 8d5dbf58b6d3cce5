import { type FormEvent, useEffect, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { formatLock } from '../../../shared/session';
import { toCallError } from '../../call-error';
import { SubmitButton } from '../../ui/dialog-buttons';
import { PageTitle } from '../../ui/page-title';
import { Brand, useCompany } from '../../ui/public/company';
import { Field } from '../../ui/public/field';
import { beginSession } from './session-store';

const REFUSAL = 'rounded-small bg-red-100 px-4 py-3 font-medium text-red-600';
const STORAGE_BLOCKED = 'Your browser blocks the storage of this site, which the login needs. Please allow it and log in again.';
const FIELDS = [
  { name: 'username', label: 'Username', type: 'text', autoCapitalize: 'none', spellCheck: false },
  { name: 'password', label: 'Password', type: 'password' },
] as const;

// The schema and the client of the calls are large, so they load once the form can be filled in.
const loadSending = () => import('./login-sending');

type Refusal = { message: string; lockedFor: number | undefined };

function toRefusal(error: unknown): Refusal {
  const { message, data } = toCallError(error);
  const seconds = data?.retryAfterSeconds;
  return {
    message: data ? message : 'Network error. Please try again.',
    lockedFor: seconds && message === formatLock(seconds) ? seconds : undefined,
  };
}

const getField = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

/** Sends the form and keeps the errors of the last attempt. The error of a field is cleared as soon as its text changes. */
function useLogin() {
  const [issues, setIssues] = useState<Issue[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isPending, setIsPending] = useState(false);

  const send = async (form: HTMLFormElement) => {
    const { findIssues, logIn } = await loadSending();
    const values = Object.fromEntries(new FormData(form));
    const found = findIssues(values);
    setIssues(found);
    if (found[0]) return getField(form, found[0].path).focus();
    if (!beginSession(await logIn(values))) setRefusal({ message: STORAGE_BLOCKED, lockedFor: undefined });
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    setIsPending(true);
    try {
      await send(form);
    } catch (error) {
      setRefusal(toRefusal(error));
      getField(form, 'password').value = '';
    } finally {
      setIsPending(false);
    }
  };
  const onInput = ({ target }: FormEvent) => setIssues((now) => now.filter(({ path }) => path !== (target as HTMLInputElement).name));
  return { issues, refusal, isPending, attributes: { onSubmit, onInput } };
}

/** Signs the owner and admins in. `onReady` runs once the form can be sent, to load the office behind it. */
export function LoginForm({ onReady }: { onReady: () => void }) {
  const { name } = useCompany();
  const { issues, refusal, isPending, attributes } = useLogin();
  // Loads the code for sending once the browser has drawn the form.
  useEffect(() => {
    const timer = setTimeout(() => void loadSending().then(onReady, () => undefined), 200);
    return () => clearTimeout(timer);
  }, [onReady]);

  return (
    <main className="grid min-h-dvh place-items-center bg-sage-50 px-4 py-10">
      <div className="w-full max-w-[420px]">
        <a href="/" className="mb-6 flex items-center justify-center gap-2.5 font-bold font-display text-xl tracking-display">
          <Brand text={name} />
        </a>
        <form
          noValidate
          method="post"
          {...attributes}
          className="grid gap-5 rounded-[22px] border border-line bg-paper p-7 shadow-card sm:p-9"
        >
          <div>
            <PageTitle>Admin login</PageTitle>
            <p className="mt-2 text-muted">Manage quotes, jobs, invoices and the store.</p>
          </div>
          {FIELDS.map(({ label, ...input }) => (
            <Field key={input.name} label={label} isRequired error={issues.find(({ path }) => path === input.name)?.message}>
              {(field) => <input {...field} {...input} autoComplete={input.name === 'password' ? 'current-password' : 'username'} />}
            </Field>
          ))}
          <div role="alert">
            {refusal?.lockedFor === undefined ? (
              refusal && <p className={REFUSAL}>{refusal.message}</p>
            ) : (
              <p className="sr-only">{`The login is locked for ${refusal.lockedFor} seconds.`}</p>
            )}
          </div>
          {refusal?.lockedFor !== undefined && <Countdown key={refusal.lockedFor} seconds={refusal.lockedFor} />}
          <SubmitButton look="button-primary min-h-13 text-[17px]" label="Log In" busy="Logging in..." isPending={isPending} />
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
