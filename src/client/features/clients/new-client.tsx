import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { clientInput } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { CheckField, SaveForm, TextField } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { ADDRESS_FIELD, COMPANY_FIELD, CONTACT_FIELDS, PHOTO_CONSENT } from './client-fields';

type NewClientProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onAdded: (id: number) => void };

export const NewClient = ({ isOpen, onOpenChange, onAdded }: NewClientProps) => (
  <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="New client" text="Their contact details and the address to clean.">
    <NewClientForm onCancel={() => onOpenChange(false)} onAdded={onAdded} />
  </Dialog>
);

function NewClientForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: (id: number) => void }) {
  const form = useForm({
    resolver: zodResolver(clientInput),
    defaultValues: { name: '', email: '', phone: '', address: '', notes: '', company: '', photoConsent: false },
  });
  const create = trpc.clients.create.useMutation({
    meta: { failure: 'Failed to add the client. Please try again.' },
    onSuccess: ({ id, name }) => {
      onCancel();
      showToast({ title: 'Client Added', description: `${name} was added to your clients.` });
      onAdded(id);
    },
  });
  return (
    <SaveForm form={form} call={create} input={(values) => values} onCancel={onCancel} submit="Add Client">
      {CONTACT_FIELDS.map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
      <TextField form={form} {...ADDRESS_FIELD} />
      <TextField form={form} {...COMPANY_FIELD} />
      <TextField form={form} name="notes" label="Notes" rows={3} />
      <CheckField form={form} name="photoConsent" label={PHOTO_CONSENT} />
    </SaveForm>
  );
}
