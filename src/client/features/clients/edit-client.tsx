import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { accessNotesInput, type ClientProfile, clientChange } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';
import { ACCESS_FIELDS, CheckBox, COMPANY_FIELD, CONTACT_FIELDS, PHOTO_CONSENT, PLACE_FIELDS, TextFields } from './text-fields';

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

/** Returns the current values of all fields that a change must contain. */
function currentValues({ id, name, email, phone, address, latitude, longitude, ...more }: ClientProfile): Change {
  const { notes, isActive, company, photoConsent, accessGate, accessAlarm, accessPets, accessKey } = more;
  const place = { address, latitude: latitude ?? '', longitude: longitude ?? '' };
  const access = { accessGate, accessAlarm, accessPets, accessKey };
  return { id, name, email, phone, ...place, notes, isActive, company, photoConsent, ...access };
}

type EditProps = { client: ClientProfile };
type FormProps = EditProps & { onDone: () => void };

function EditDialog({
  label,
  title,
  text,
  children,
}: {
  label: string;
  title: string;
  text: string;
  children: (onDone: () => void) => ReactNode;
}) {
  return (
    <DialogButton look="button-ghost justify-self-start" label={label} title={title} text={text}>
      {(close) => children(close)}
    </DialogButton>
  );
}

/** Saves some fields of a client; the others keep their values. */
function useSave<Values extends FieldValues, Output>({ client, onDone }: FormProps, form: UseFormReturn<Values, unknown, Output>) {
  const update = trpc.clients.update.useMutation({
    meta: { failure: 'Failed to save the client. Please try again.' },
    onSuccess: ({ name }) => {
      onDone();
      showToast({ title: 'Client Saved', description: `Your changes to ${name} were saved.` });
    },
    onError: (error) => showIssues(form, error),
  });
  return {
    isPending: update.isPending,
    save: (change: Partial<Change>) => !update.isPending && update.mutate({ ...currentValues(client), ...change }),
  };
}

export const EditClient = ({ client }: EditProps) => (
  <EditDialog label="Edit Client" title="Edit client" text="Work orders at the client's main address use the new address.">
    {(onDone) => <DetailsForm client={client} onDone={onDone} />}
  </EditDialog>
);

function DetailsForm(props: FormProps) {
  const form = useForm({ resolver: zodResolver(detailsInput), defaultValues: currentValues(props.client) });
  const { save, isPending } = useSave(props, form);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <TextFields form={form} fields={CONTACT_FIELDS} />
      <TextFields form={form} fields={PLACE_FIELDS} />
      <TextFields form={form} fields={[COMPANY_FIELD]} />
      <CheckBox control={form.register('photoConsent')} label={PHOTO_CONSENT} />
      <CheckBox control={form.register('isActive')} label="Active client" />
      <DialogButtons onCancel={props.onDone} submit="Save Client" isPending={isPending} />
    </form>
  );
}

export const EditNotes = ({ client }: EditProps) => (
  <EditDialog
    label={client.notes ? 'Edit Notes' : 'Add Notes'}
    title="Notes"
    text="For the office; cleaners and the client do not see them."
  >
    {(onDone) => <NotesForm client={client} onDone={onDone} />}
  </EditDialog>
);

function NotesForm(props: FormProps) {
  const form = useForm({ resolver: zodResolver(notesInput), defaultValues: { notes: props.client.notes ?? '' } });
  const { save, isPending } = useSave(props, form);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <TextFields form={form} fields={[{ name: 'notes', label: 'Notes', rows: 6 }]} />
      <DialogButtons onCancel={props.onDone} submit="Save Notes" isPending={isPending} />
    </form>
  );
}

export const EditAccessNotes = ({ client }: EditProps) => (
  <EditDialog
    label={ACCESS_FIELDS.some(({ name }) => client[name]) ? 'Edit Access Notes' : 'Add Access Notes'}
    title="Access notes"
    text="How the cleaner gets in at the client's main address."
  >
    {(onDone) => <AccessNotesForm client={client} onDone={onDone} />}
  </EditDialog>
);

function AccessNotesForm(props: FormProps) {
  const { accessGate, accessAlarm, accessPets, accessKey } = props.client;
  const form = useForm({ resolver: zodResolver(accessNotesInput), defaultValues: { accessGate, accessAlarm, accessPets, accessKey } });
  const { save, isPending } = useSave(props, form);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <TextFields form={form} fields={ACCESS_FIELDS} />
      <DialogButtons onCancel={props.onDone} submit="Save Access Notes" isPending={isPending} />
    </form>
  );
}
