import { useState } from 'react';
import type { PortalClient, PortalHome } from '../../../shared/portal-schemas';
import { trpc } from '../../trpc';
import { askToConfirm } from '../../ui/confirmation/confirmation-store';
import { Field } from '../../ui/public/field';
import type { PublicField } from '../../ui/public/text-fields';
import { showToast } from '../../ui/toast/toast-store';
import { CallForm } from './call-form';
import { Actions, Card, Notice, Title } from './parts';
import { useHome } from './portal-frame';

const FAILURE = 'Your changes could not be saved. They are kept here; please try again.';
const showSaved = () => showToast({ title: 'Saved' });

/** Shows the client's own data, all of which they can change. */
export function DetailsPage({ home }: { home: PortalHome }) {
  const { client } = useHome(home);
  return (
    <>
      <Title>Your details</Title>
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        <Card title="Contact">
          <ContactForm client={client} />
        </Card>
        <div className="grid gap-4 sm:gap-6">
          <AccessCard place={{ ...client, id: null }} />
          {client.addresses.map((place) => (
            <AccessCard key={place.id} place={place} label={place.label} />
          ))}
        </div>
        <Card title="What we may send you">
          <Consents client={client} />
        </Card>
        <Card title="Your data and this page">
          <SessionButtons />
        </Card>
      </div>
    </>
  );
}

function ContactForm({ client }: { client: PortalClient }) {
  const save = trpc.portal.setContact.useMutation({ onSuccess: showSaved });
  /** Asks before it saves a new e-mail address: a mistyped one would get the client's invoices and sign-in links. */
  const saveChecked: typeof save.mutate = async (input, options) => {
    const email = input.email.trim();
    const isNew = /.@./.test(email) && email.toLowerCase() !== client.email?.trim().toLowerCase();
    const question = `From now on, your sign-in links, invoices and reminders go to ${email}. Is this address spelled correctly?`;
    if (!isNew || (await askToConfirm(question))) save.mutate(input, options);
  };
  const fields = (values: PortalClient): (PublicField & { value: string })[] => [
    { name: 'name', label: 'Name', asking: 'Please enter your name.', input: { autoComplete: 'name' }, value: values.name },
    {
      name: 'email',
      label: 'Email',
      asking: 'Please enter your email address.',
      input: { type: 'email', autoComplete: 'email', inputMode: 'email' },
      value: values.email ?? '',
    },
    { name: 'phone', label: 'Phone', input: { type: 'tel', autoComplete: 'tel' }, value: values.phone ?? '' },
    {
      name: 'address',
      label: 'Address',
      asking: 'Please enter your address.',
      input: { autoComplete: 'street-address' },
      value: values.address,
    },
  ];
  return (
    <CallForm
      call={{ mutate: saveChecked, isPending: save.isPending }}
      toInput={({ name = '', email = '', phone = '', address = '' }) => ({ name, email, phone, address })}
      failure={FAILURE}
      submit="Save contact"
    >
      {(getMessage) =>
        fields(client).map(({ name, label, asking, input, value }) => (
          <Field key={name} label={label} isRequired={asking !== undefined} error={getMessage(name, asking ?? '')}>
            {(control) => <input {...control} {...input} name={name} defaultValue={value} />}
          </Field>
        ))
      }
    </CallForm>
  );
}

const NOTES = [
  ['accessGate', 'Gate', 'A code, or where to ring'],
  ['accessAlarm', 'Alarm', 'How to turn it off'],
  ['accessPets', 'Pets', 'Who is at home'],
  ['accessKey', 'Key', 'Where we find it'],
] as const;
type Place = { id: number | null; address: string } & Record<(typeof NOTES)[number][0], string | null>;

/** Shows how the crew gets in at an address. */
function AccessCard({ place, label }: { place: Place; label?: string }) {
  const save = trpc.portal.setAccess.useMutation({ onSuccess: showSaved });
  return (
    <Card title={label ? `Access: ${label}` : 'Access to your home'}>
      <p className="text-muted">{place.address}. Only the office and the crew of your visit see these notes.</p>
      <CallForm
        call={save}
        toInput={({ accessGate, accessAlarm, accessPets, accessKey }) => ({
          addressId: place.id,
          accessGate: accessGate || null,
          accessAlarm: accessAlarm || null,
          accessPets: accessPets || null,
          accessKey: accessKey || null,
        })}
        failure={FAILURE}
        submit="Save access notes"
      >
        {(getMessage) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {NOTES.map(([name, title, hint]) => (
              <Field key={name} label={title} hint={hint} error={getMessage(name, '')}>
                {(control) => <input {...control} name={name} autoComplete="off" defaultValue={place[name] ?? ''} />}
              </Field>
            ))}
          </div>
        )}
      </CallForm>
    </Card>
  );
}

const CHOICE = 'flex min-h-11 items-start gap-3 py-2';
const BOX = 'mt-0.5 size-5 shrink-0 accent-pine-700';

/** Saves each consent as soon as it is given or withdrawn. */
function Consents({ client: { offers, sms, canGetSms } }: { client: PortalClient }) {
  const save = trpc.portal.setConsents.useMutation({
    meta: { failure: 'Your choice could not be saved. Please try again.' },
    onSuccess: showSaved,
  });
  // Shows the choice while it is being saved.
  const shown = save.isPending ? save.variables : { offers, sms };
  const set = (change: Partial<typeof shown>) => !save.isPending && save.mutate({ ...shown, ...change });
  return (
    <div className="grid gap-1">
      <label className={CHOICE}>
        <input type="checkbox" className={BOX} checked={shown.offers} onChange={({ target }) => set({ offers: target.checked })} />
        <span>Offers by e-mail, a few times a year. You can stop them here at any time.</span>
      </label>
      <label className={CHOICE}>
        <input
          type="checkbox"
          className={BOX}
          checked={shown.sms}
          disabled={!canGetSms && !shown.sms}
          onChange={({ target }) => set({ sms: target.checked })}
        />
        <span>
          Text messages about your visits. You can also reply STOP.
          {!canGetSms && <span className="block text-muted text-sm">Please save a mobile number under Contact first.</span>}
        </span>
      </label>
      <p className="text-muted text-sm">Confirmations, invoices and changes of your visits come by e-mail in any case.</p>
    </div>
  );
}

function SessionButtons() {
  const { client } = trpc.useUtils();
  const [problem, setProblem] = useState('');
  const leave = (end: Promise<unknown>) =>
    end.then(
      () => window.location.assign('/my'),
      () => setProblem('You could not be signed out. Please try again.'),
    );
  const leaveEverywhere = async () => {
    if (await askToConfirm('This signs you out on all your devices, this one too.')) await leave(client.portal.signOutEverywhere.mutate());
  };
  return (
    <>
      <p className="text-muted">Your data as a file: visits, invoices, receipts, messages and what we know of you.</p>
      <Actions>
        <a className="button-ghost" href="/my/data.json" download>
          Download my data
        </a>
        <button type="button" className="button-ghost" onClick={() => void leave(client.portal.signOut.mutate())}>
          Sign out
        </button>
        <button type="button" className="button-ghost text-red-600" onClick={() => void leaveEverywhere()}>
          Sign out everywhere
        </button>
      </Actions>
      <div aria-live="polite" className="empty:hidden">
        {problem && <Notice>{problem}</Notice>}
      </div>
    </>
  );
}
