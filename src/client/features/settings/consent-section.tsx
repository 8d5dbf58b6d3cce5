import { type ReactNode, useState } from 'react';
import { BASIS_NAMES, byEmail, type ConsentAnswer, consentInput, hasPostalAddress } from '../../../shared/consents';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { type Column, DataTable } from '../../ui/data-table';
import { DialogButton } from '../../ui/dialog-button';
import { Facts } from '../../ui/facts';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { MutationButton, useAction } from '../../ui/mutation-button';
import { asOnePage, PAGED } from '../../ui/paged-list';
import { Panel, Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';

/** Formats the last day of a consent, which ends when the next day begins; a consent without an end lasts until it is withdrawn. */
const formatEnd = (until: string | null) =>
  until === null ? 'they withdraw it' : formatShortDate(businessDay(new Date(Date.parse(until) - 1)));
const ASK_EMAIL = 'Please enter the email address.';

export function ConsentSection() {
  const [email, setEmail] = useState<string>();
  return (
    <div className="grid max-w-4xl gap-5">
      <AddressNote />
      <Panel title="Look up an address">
        <LookUp onFind={setEmail}>
          <RecordConsent look="button-ghost sm:mt-7" onRecorded={setEmail} />
        </LookUp>
        {email !== undefined && <Answer key={email} email={email} />}
      </Panel>
      <Recent onRecorded={setEmail} />
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

function LookUp({ onFind, children }: { onFind: (email: string) => void; children: ReactNode }) {
  const form = useSchemaForm(byEmail, { email: '' });
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-start"
      onSubmit={form.handleSubmit(({ email }) => onFind(email.toLowerCase()))}
    >
      <TextField form={form} name="email" label="Email" missing={ASK_EMAIL} type="email" />
      <button type="submit" className="button-dark sm:mt-7">
        Look Up
      </button>
      {children}
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
          {rows.length > 0 && <Proofs title={`Proofs of ${email}`} list={asOnePage(consent, (answer) => answer.rows)} />}
          {unsubscribedAt === null && <Withdraw email={email} />}
        </section>
      )}
    </Loaded>
  );
}

type Proof = ConsentAnswer['rows'][number];

const Recorded = ({ proof: { obtainedAt } }: { proof: Proof }) => <time dateTime={obtainedAt}>{formatTimestamp(obtainedAt)}</time>;

const Validity = ({ proof: { withdrawnAt, expiresAt } }: { proof: Proof }) =>
  withdrawnAt ? (
    <>
      Withdrawn <time dateTime={withdrawnAt}>{formatTimestamp(withdrawnAt)}</time>
    </>
  ) : (
    `Until ${formatEnd(expiresAt)}`
  );

const COLUMNS: readonly Column<Proof>[] = [
  {
    key: 'email',
    head: 'Email',
    cell: ({ email, source }) => (
      <>
        <span className="block truncate font-medium">{email}</span>
        <span className="block truncate text-muted" title={source}>
          {source}
        </span>
      </>
    ),
  },
  { key: 'basis', head: 'Basis', from: 'xl', width: 'w-52', cell: ({ basis }) => BASIS_NAMES[basis] },
  {
    key: 'recorded',
    head: 'Recorded',
    from: 'lg',
    width: 'w-44',
    cell: (proof) => (
      <>
        <Recorded proof={proof} />
        {proof.recordedBy && <span className="block truncate text-muted">by {proof.recordedBy}</span>}
      </>
    ),
  },
  { key: 'until', head: 'Valid', width: 'w-44', cell: (proof) => <Validity proof={proof} /> },
];

type ProofsProps = Pick<Parameters<typeof DataTable<Proof>>[0], 'list' | 'title' | 'empty' | 'select'>;

const Proofs = (table: ProofsProps) => (
  <DataTable
    {...table}
    name="consents"
    columns={COLUMNS}
    about={({ email }) => email}
    phone={(proof) => [
      proof.email,
      <span key="text">
        {BASIS_NAMES[proof.basis]} · <Validity proof={proof} />
      </span>,
    ]}
    loading="Loading consents..."
    failed="The consents could not be loaded."
  />
);

function Withdraw({ email }: { email: string }) {
  return (
    <MutationButton
      look="button-ghost justify-self-start"
      label="Withdraw Consent"
      procedure={trpc.subscriptions.withdraw}
      input={{ email }}
      failure="Failed to withdraw the consent. Please try again."
      question={{
        title: 'Withdraw their consent?',
        text: `${email} will get no more marketing messages, whatever they buy later.`,
        note: 'Drafts and messages that wait to go to them are stopped at once.',
        action: 'Withdraw Consent',
      }}
      done={{ title: 'Consent Withdrawn', description: 'They will get no more marketing messages.' }}
    />
  );
}

type RecordProps = { onRecorded: (email: string) => void };

const RecordConsent = ({ look, onRecorded }: RecordProps & { look: string }) => (
  <DialogButton
    look={look}
    label="Record Consent"
    title="Record express consent"
    text="Somebody agreed to marketing messages, such as on the phone or on paper."
  >
    {(close) => (
      <RecordForm
        onCancel={close}
        onRecorded={(email) => {
          close();
          onRecorded(email);
        }}
      />
    )}
  </DialogButton>
);

function RecordForm({ onRecorded, onCancel }: RecordProps & { onCancel: () => void }) {
  const form = useSchemaForm(consentInput, { email: '', phone: '', source: '' });
  const record = useAction({
    procedure: trpc.consents.record,
    failure: 'Failed to record the consent. Please try again.',
    done: ({ email }) => ({ title: 'Consent Recorded', description: `${email} may be written to until they withdraw it.` }),
    onDone: ({ email }) => onRecorded(email),
  });
  return (
    <SaveForm form={form} call={record} input={(values) => values} onCancel={onCancel} submit="Record Consent">
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
    </SaveForm>
  );
}

function Recent({ onRecorded }: { onRecorded: (email: string) => void }) {
  const { data: counts } = trpc.consents.counts.useQuery();
  return (
    <Section title="Proofs of consent" gap="gap-3">
      {counts && (
        <p className="text-muted text-sm tabular-nums">
          Express {counts.express} · Implied, with a message {counts.implied} · Withdrawn {counts.withdrawn} · Unsubscribed{' '}
          {counts.unsubscribed}
        </p>
      )}
      <Proofs
        title="Proofs of consent"
        select={{ table: 'consents' }}
        list={trpc.consents.list.useInfiniteQuery({}, PAGED)}
        empty={
          <EmptyState
            title="No proof yet"
            text="A proof is saved when you record a consent, or when a message is written to someone who bought or asked for a quote."
          >
            <RecordConsent look="button-ghost mt-2" onRecorded={onRecorded} />
          </EmptyState>
        }
      />
    </Section>
  );
}
