import { useState } from 'react';
import { BASIS_NAMES, byEmail, type ConsentAnswer, consentInput, hasPostalAddress } from '../../../shared/consents';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { SubmitButton } from '../../ui/dialog-buttons';
import { Facts } from '../../ui/facts';
import { TextField, useSchemaForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Loaded } from '../../ui/loaded';
import { ConfirmButton } from '../../ui/mutation-button';
import { PAGED, PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

/** Formats the last day of a consent, which ends as the next day begins; null for one without an end. */
const formatEnd = (until: string | null) =>
  until === null ? 'they withdraw it' : formatShortDate(businessDay(new Date(Date.parse(until) - 1)));
const ASK_EMAIL = 'Please enter the email address.';

export function ConsentSection() {
  const [email, setEmail] = useState<string>();
  return (
    <div className="grid max-w-3xl gap-5">
      <AddressNote />
      <Panel title="Look up an address">
        <LookUp onFind={setEmail} />
        {email !== undefined && <Answer key={email} email={email} />}
      </Panel>
      <Panel title="Record express consent">
        <Record onRecorded={setEmail} />
      </Panel>
      <Recent />
    </div>
  );
}

function AddressNote() {
  const { data } = trpc.settings.get.useQuery();
  if (!data || hasPostalAddress(data.company)) return null;
  return (
    <p role="note" className="rounded-small bg-amber-100 px-4 py-3">
      Marketing messages are written, but not sent yet: the law wants your street and postal code in them.{' '}
      <ScreenLink
        to="/settings"
        search={{ section: 'company' }}
        look="inline-flex items-center font-semibold underline underline-offset-4 max-lg:min-h-11"
        label="Add the Address"
      />
    </p>
  );
}

function LookUp({ onFind }: { onFind: (email: string) => void }) {
  const form = useSchemaForm(byEmail, { email: '' });
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
      onSubmit={form.handleSubmit(({ email }) => onFind(email.toLowerCase()))}
    >
      <TextField form={form} name="email" label="Email" missing={ASK_EMAIL} type="email" />
      <button type="submit" className="button-dark sm:mt-7">
        Look Up
      </button>
    </form>
  );
}

function Answer({ email }: { email: string }) {
  const consent = trpc.consents.find.useQuery({ email });
  return (
    <Loaded query={consent} loading="Looking up the address..." failed="The address could not be looked up.">
      {({ basis, reason, rows, unsubscribedAt }) => (
        <section aria-label={`Consent of ${email}`} className="grid gap-4 border-line border-t pt-4">
          <div className="flex flex-wrap items-center gap-3">
            <h3 className="font-bold text-lg [overflow-wrap:anywhere]">{email}</h3>
            {basis ? <Chip tone="good">May be written to</Chip> : <Chip tone="bad">Call only</Chip>}
          </div>
          {basis ? (
            <Facts
              facts={[
                ['Basis', BASIS_NAMES[basis.basis]],
                ['Source', basis.source],
                ['Since', formatShortDate(businessDay(basis.since))],
                ['Until', formatEnd(basis.until)],
              ]}
            />
          ) : (
            <p>{reason}</p>
          )}
          {rows.length > 0 && <ul className="grid gap-2">{rows.map(Proof)}</ul>}
          {unsubscribedAt === null && <Withdraw email={email} />}
        </section>
      )}
    </Loaded>
  );
}

type ProofProps = ConsentAnswer['rows'][number];
const Proof = ({ id, email, basis, source, obtainedAt, expiresAt, withdrawnAt, recordedBy }: ProofProps) => (
  <li key={id} className="rounded-small bg-sage-50 px-4 py-3 text-sm [overflow-wrap:anywhere]">
    <span className="font-semibold">{BASIS_NAMES[basis]}</span>: {source}
    <span className="block text-muted">
      {email} · <time dateTime={obtainedAt}>{formatTimestamp(obtainedAt)}</time>
      {recordedBy && ` · recorded by ${recordedBy}`}
      {withdrawnAt ? (
        <>
          {' · withdrawn '}
          <time dateTime={withdrawnAt}>{formatTimestamp(withdrawnAt)}</time>
        </>
      ) : (
        ` · until ${formatEnd(expiresAt)}`
      )}
    </span>
  </li>
);

function Withdraw({ email }: { email: string }) {
  const withdraw = trpc.subscriptions.withdraw.useMutation({
    meta: { failure: 'Failed to withdraw the consent. Please try again.' },
    onSuccess: () => showToast({ title: 'Consent Withdrawn', description: 'They will get no more marketing messages.' }),
  });
  return (
    <div>
      <ConfirmButton
        label="Withdraw Consent"
        call={withdraw}
        input={{ email }}
        title="Withdraw their consent?"
        text={`${email} will get no more marketing messages, whatever they buy later.`}
        note="Drafts and messages that wait to go to them are stopped at once."
        action="Withdraw Consent"
      />
    </div>
  );
}

const EMPTY = { email: '', phone: '', source: '' };

function Record({ onRecorded }: { onRecorded: (email: string) => void }) {
  const form = useSchemaForm(consentInput, EMPTY);
  const record = trpc.consents.record.useMutation({
    meta: { failure: 'Failed to record the consent. Please try again.' },
    onSuccess: ({ email }) => {
      form.reset(EMPTY);
      onRecorded(email);
      showToast({ title: 'Consent Recorded', description: `${email} may be written to until they withdraw it.` });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => !record.isPending && record.mutate(values))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="email" label="Email" missing={ASK_EMAIL} type="email" />
        <TextField form={form} name="phone" label="Phone" type="tel" />
      </div>
      <TextField
        form={form}
        name="source"
        label="Where and how they agreed"
        missing="Please say where and how they agreed."
        hint="Such as “said on the phone on November 20”. It is your proof."
      />
      <SubmitButton look="button-primary justify-self-start max-sm:w-full" label="Record Consent" isPending={record.isPending} />
    </form>
  );
}

function Recent() {
  const { data: counts } = trpc.consents.counts.useQuery();
  return (
    <Panel title="Proofs of consent">
      {counts && (
        <Facts
          facts={[
            ['Express', String(counts.express)],
            ['Implied, with a message', String(counts.implied)],
            ['Withdrawn', String(counts.withdrawn)],
            ['Unsubscribed', String(counts.unsubscribed)],
          ]}
        />
      )}
      <PagedList
        list={trpc.consents.list.useInfiniteQuery({}, PAGED)}
        loading="Loading consents..."
        failed="The consents could not be loaded."
        empty={
          <p className="text-muted">
            No proof yet. One is kept when you record a consent, or when a message is written because somebody bought or asked.
          </p>
        }
        layout="grid gap-2"
      >
        {Proof}
      </PagedList>
    </Panel>
  );
}
