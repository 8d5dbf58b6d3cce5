import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { accessNotesInput, type ClientProfile, clientChange } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { CheckField, type FormCallbacks, SaveForm, TextField } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { ACCESS_FIELDS, COMPANY_FIELD, CONTACT_FIELDS, PHOTO_CONSENT, PLACE_FIELDS } from './client-fields';

const detailsInput = clientChange.pick({
  name: true,
  email: true,
  phone: true,
  address: true,
  latitude: true,
  longitude: true,
  isActive: true,
  company: true,
  photoConsent: true,
});
const notesInput = clientChange.pick({ notes: true });

type Change = z.input<typeof clientChange>;

function currentValues({ id, name, email, phone, address, latitude, longitude, ...more }: ClientProfile): Change {
  const { notes, isActive, company, photoConsent, accessGate, accessAlarm, accessPets, accessKey } = more;
  const place = { address, latitude: latitude ?? '', longitude: longitude ?? '' };
  const access = { accessGate, accessAlarm, accessPets, accessKey };
  return { id, name, email, phone, ...place, notes, isActive, company, photoConsent, ...access };
}

const LOOK = 'button-ghost justify-self-start';

type EditProps = { client: ClientProfile };
type FormProps = EditProps & { onDone: () => void };

function useSave({ client, onDone }: FormProps) {
  const { mutate, isPending } = trpc.clients.update.useMutation({
    meta: { failure: 'Failed to save the client. Please try again.' },
    onSuccess: ({ name }) => {
      onDone();
      showToast({ title: 'Client Saved', description: `Your changes to ${name} were saved.` });
    },
  });
  // A change contains all fields; those that the form does not have keep their values.
  return {
    isPending,
    mutate: (change: Partial<Change>, callbacks: FormCallbacks) => mutate({ ...currentValues(client), ...change }, callbacks),
  };
}

export const EditClient = ({ client }: EditProps) => (
  <DialogButton look={LOOK} label="Edit Client" title="Edit client" text="Work orders at the client's main address use the new address.">
    {(onDone) => <DetailsForm client={client} onDone={onDone} />}
  </DialogButton>
);

function DetailsForm(props: FormProps) {
  const form = useForm({ resolver: zodResolver(detailsInput), defaultValues: currentValues(props.client) });
  const save = useSave(props);
  return (
    <SaveForm form={form} call={save} input={(values) => values} onCancel={props.onDone} submit="Save Client">
      {CONTACT_FIELDS.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
      {PLACE_FIELDS.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
      <TextField form={form} {...COMPANY_FIELD} />
      <CheckField form={form} name="photoConsent" label={PHOTO_CONSENT} />
      <CheckField form={form} name="isActive" label="Active client" />
    </SaveForm>
  );
}

export const EditNotes = ({ client }: EditProps) => (
  <DialogButton
    look={LOOK}
    label={client.notes ? 'Edit Notes' : 'Add Notes'}
    title="Notes"
    text="For the office; cleaners and the client do not see them."
  >
    {(onDone) => <NotesForm client={client} onDone={onDone} />}
  </DialogButton>
);

function NotesForm(props: FormProps) {
  const form = useForm({ resolver: zodResolver(notesInput), defaultValues: { notes: props.client.notes ?? '' } });
  const save = useSave(props);
  return (
    <SaveForm form={form} call={save} input={(values) => values} onCancel={props.onDone} submit="Save Notes">
      <TextField form={form} name="notes" label="Notes" rows={6} />
    </SaveForm>
  );
}

export const EditAccessNotes = ({ client }: EditProps) => (
  <DialogButton
    look={LOOK}
    label={ACCESS_FIELDS.some(({ name }) => client[name]) ? 'Edit Access Notes' : 'Add Access Notes'}
    title="Access notes"
    text="How the cleaner gets in at the client's main address."
  >
    {(onDone) => <AccessNotesForm client={client} onDone={onDone} />}
  </DialogButton>
);

function AccessNotesForm(props: FormProps) {
  const { accessGate, accessAlarm, accessPets, accessKey } = props.client;
  const form = useForm({ resolver: zodResolver(accessNotesInput), defaultValues: { accessGate, accessAlarm, accessPets, accessKey } });
  const save = useSave(props);
  return (
    <SaveForm form={form} call={save} input={(values) => values} onCancel={props.onDone} submit="Save Access Notes">
      {ACCESS_FIELDS.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
    </SaveForm>
  );
}
