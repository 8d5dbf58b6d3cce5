import { passwordChange, type TimeOff, timeOffRequest } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { SubmitButton } from '../../ui/dialog-buttons';
import { TextField, useSchemaForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { CallButton } from '../../ui/mutation-button';
import { asOnePage, ListStates } from '../../ui/paged-list';
import { SchemeChoice } from '../../ui/scheme-choice';
import { formatDates } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const PART = 'rounded-card border border-line bg-paper px-2.5 open:col-span-full sm:px-4';
const SUMMARY = 'flex min-h-13 items-center whitespace-nowrap font-semibold max-sm:text-sm';

export function MemberAccount({ isOffline }: { isOffline: boolean }) {
  return (
    <section aria-label="About me" className="grid grid-cols-[auto_auto_auto] items-start gap-2 sm:grid-cols-3">
      {isOffline ? (
        <p className="col-span-full text-muted text-sm">Time off and password can be changed when there is a network again.</p>
      ) : (
        <>
          <details className={PART}>
            <summary className={SUMMARY}>Time off</summary>
            <div className="grid gap-4 pb-4">
              <OwnTimeOff />
              <AskForTimeOff />
            </div>
          </details>
          <details className={PART}>
            <summary className={SUMMARY}>Change password</summary>
            <div className="pb-4">
              <PasswordForm />
            </div>
          </details>
        </>
      )}
      <details className={PART}>
        <summary className={SUMMARY}>Appearance</summary>
        <div className="pb-4">
          <SchemeChoice />
        </div>
      </details>
    </section>
  );
}

const TONES: Record<TimeOff['status'], Tone> = { requested: 'waiting', approved: 'good', declined: 'bad' };
function OwnTimeOff() {
  const list = trpc.team.myTimeOff.useQuery();
  const withdraw = trpc.team.removeTimeOff.useMutation({ meta: { failure: 'It could not be withdrawn. Please try again.' } });
  return (
    <>
      <ListStates
        list={asOnePage(list, ({ rows }) => rows)}
        loading="Loading your days off..."
        failed="Your days off could not be loaded."
        empty={<p className="text-[15px] text-muted">No days off are entered for you.</p>}
      />
      <ul className="grid gap-3 empty:hidden">
        {list.data?.rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
              {formatDates(row)}
              {row.reason && <span className="block text-muted text-sm">{row.reason}</span>}
            </p>
            <Chip tone={TONES[row.status]}>{row.status}</Chip>
            {row.status === 'requested' && <CallButton label="Withdraw" about={formatDates(row)} call={withdraw} input={{ id: row.id }} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function AskForTimeOff() {
  const today = getToday();
  const form = useSchemaForm(timeOffRequest, { startDate: '', endDate: '', reason: '' });
  const ask = trpc.team.requestTimeOff.useMutation({
    meta: { failure: 'It could not be sent. Please try again.' },
    onSuccess: () => {
      form.reset();
      showToast({ title: 'Time Off Requested', description: 'The office decides and you see it here.' });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => ask.mutate(values))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="startDate" label="First Day" isRequired type="date" min={today} />
        <TextField form={form} name="endDate" label="Last Day" isRequired type="date" min={today} />
      </div>
      <TextField form={form} name="reason" label="Reason" />
      <SubmitButton look="button-dark justify-self-start" label="Ask for Time Off" busy="Sending..." isPending={ask.isPending} />
    </form>
  );
}

export function ChoosePassword() {
  const me = trpc.team.me.useQuery();
  if (!me.data?.mustChangePassword) return null;
  return (
    <section aria-labelledby="password-title" className="grid gap-4 rounded-card border-2 border-citrus-500 bg-paper p-4">
      <div>
        <h2 id="password-title" className="font-bold text-lg">
          Choose your password
        </h2>
        <p className="text-[15px] text-muted">The one you were given lasts 72 hours. Your jobs are below all the same.</p>
      </div>
      <PasswordForm />
    </section>
  );
}

function PasswordForm() {
  const form = useSchemaForm(passwordChange, { currentPassword: '', newPassword: '' });
  const save = trpc.team.setPassword.useMutation({
    meta: { failure: 'The password could not be saved. Please try again.' },
    onSuccess: () => {
      form.reset();
      showToast({ title: 'Password Saved', description: 'Use it the next time you sign in.' });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
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
      <SubmitButton look="button-dark justify-self-start" label="Save Password" isPending={save.isPending} />
    </form>
  );
}
