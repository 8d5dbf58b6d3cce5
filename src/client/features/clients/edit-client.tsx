import type { z } from 'zod';
import { accessNotesInput, type ClientProfile, type clientChange, clientDetailsInput, clientNotesInput } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { CheckField, type FormCallbacks, type InputAttributes, SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { ACCESS_FIELDS, COMPANY_FIELD, CONTACT_FIELDS, PHOTO_CONSENT, PLACE_FIELDS } from './client-fields';

type Change = z.input<typeof clientChange>;
type Name = Exclude<keyof Change, 'id'>;
type Fields = readonly (InputAttributes & { name: Name; label: string; missing?: string; hint?: string })[];
/** A part of a client with a dialog of its own. */
type Part = {
  title: string;
  text: string;
  input: z.ZodType<Partial<Change>, Partial<Change>>;
  fields: Fields;
  checks?: readonly (readonly [name: Name, label: string])[];
  submit: string;
};

const DETAILS: Part = {
  title: 'Edit client',
  text: "Work orders at the client's main address use the new address.",
  input: clientDetailsInput,
  fields: [...CONTACT_FIELDS, ...PLACE_FIELDS, COMPANY_FIELD],
  checks: [
    ['photoConsent', PHOTO_CONSENT],
    ['smsConsent', 'Agreed to text messages'],
    ['isActive', 'Active client'],
  ],
  submit: 'Save Client',
};
const NOTES: Part = {
  title: 'Notes',
  text: 'For the office; cleaners and the client do not see them.',
  input: clientNotesInput,
  fields: [{ name: 'notes', label: 'Notes', rows: 6 }],
  submit: 'Save Notes',
};
const ACCESS: Part = {
  title: 'Access notes',
  text: "How the cleaner gets in at the client's main address.",
  input: accessNotesInput,
  fields: ACCESS_FIELDS,
  submit: 'Save Access Notes',
};

type EditProps = { client: ClientProfile };

export const EditClient = (props: EditProps) => <EditPart {...props} label="Edit Client" part={DETAILS} />;

export const EditNotes = ({ client }: EditProps) => (
  <EditPart client={client} label={client.notes ? 'Edit Notes' : 'Add Notes'} part={NOTES} />
);

export function EditAccessNotes({ client }: EditProps) {
  const hasNotes = ACCESS_FIELDS.some(({ name }) => client[name]);
  return <EditPart client={client} label={hasNotes ? 'Edit Access Notes' : 'Add Access Notes'} part={ACCESS} />;
}

type PartProps = EditProps & { part: Part };

const EditPart = ({ label, part, ...props }: PartProps & { label: string }) => (
  <DialogButton look="button-ghost justify-self-start" label={label} title={part.title} text={part.text}>
    {(close) => <PartForm {...props} part={part} onDone={close} />}
  </DialogButton>
);

function PartForm({ client, part: { input, fields, checks = [], submit }, onDone }: PartProps & { onDone: () => void }) {
  const current = getValues(client);
  const form = useSchemaForm(input, current);
  const { mutate, isPending } = trpc.clients.update.useMutation({
    meta: { failure: 'Failed to save the client. Please try again.' },
    onSuccess: ({ name }) => {
      onDone();
      showToast({ title: 'Client Saved', description: `Your changes to ${name} were saved.` });
    },
  });
  // A change contains all fields; those that the form does not have keep their values. The client may answer STOP while the form is open,
  // so it sends the consent only if it was changed here.
  const { smsConsent: isConsentChanged } = form.formState.dirtyFields as Partial<Record<Name, boolean>>;
  const save = ({ smsConsent, ...change }: Partial<Change>, callbacks: FormCallbacks) =>
    mutate({ ...current, ...change, smsConsent: isConsentChanged ? smsConsent : undefined }, callbacks);
  return (
    <SaveForm form={form} call={{ isPending, mutate: save }} input={(values) => values} onCancel={onDone} submit={submit}>
      {fields.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
      {checks.map(([name, label]) => (
        <CheckField key={name} form={form} name={name} label={label} />
      ))}
    </SaveForm>
  );
}

function getValues({ id, name, email, phone, address, latitude, longitude, ...more }: ClientProfile): Change {
  const { notes, isActive, company, photoConsent, smsConsentAt, accessGate, accessAlarm, accessPets, accessKey } = more;
  const place = { address, latitude: latitude ?? '', longitude: longitude ?? '' };
  const access = { accessGate, accessAlarm, accessPets, accessKey };
  return { id, name, email, phone, ...place, notes, isActive, company, photoConsent, smsConsent: smsConsentAt !== null, ...access };
}
