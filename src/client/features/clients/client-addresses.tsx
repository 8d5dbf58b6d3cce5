import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressInput, type ClientAddress, type ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { Facts } from '../../ui/facts';
import { showIssues } from '../../ui/form-issues';
import { ViewOnMap } from '../../ui/map-links';
import { showToast } from '../../ui/toast/toast-store';
import { ACCESS_FIELDS, PLACE_FIELDS, TextFields } from './text-fields';

/** A client's primary address and the additional ones with their access notes. */
export function ClientAddresses({ client }: { client: ClientProfile }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <ul className="grid divide-y divide-line">
        <li className="grid gap-2 pb-4">
          <p className="[overflow-wrap:anywhere]">{client.address}</p>
          <div>
            <ViewOnMap address={client.address} />
          </div>
        </li>
        {client.addresses.map((address) => (
          <FurtherAddress key={address.id} address={address} />
        ))}
      </ul>
      <button type="button" className="button-ghost justify-self-start" onClick={() => setIsAdding(true)}>
        Add Address
      </button>
      <Dialog isOpen={isAdding} onOpenChange={setIsAdding} title="New address" text={`Another place to clean for ${client.name}.`}>
        <AddressForm clientId={client.id} onDone={() => setIsAdding(false)} />
      </Dialog>
    </>
  );
}

function FurtherAddress({ address }: { address: ClientAddress }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { id, label } = address;
  const written = ACCESS_FIELDS.filter(({ name }) => address[name]);
  const remove = trpc.clients.removeAddress.useMutation({
    meta: { failure: 'Failed to remove the address. Please try again.' },
    onSuccess: () => showToast({ title: 'Address Removed', description: `${label} was removed from the list.` }),
  });
  const open = (setOpen: (isOpen: boolean) => void) => () => !remove.isPending && setOpen(true);
  return (
    <li className="grid gap-2 py-4">
      <h3 className="font-semibold [overflow-wrap:anywhere]">{label}</h3>
      <p className="[overflow-wrap:anywhere]">{address.address}</p>
      {written.length > 0 && <Facts facts={written.map((field) => [field.label, address[field.name]])} />}
      <div className="flex flex-wrap gap-2">
        <ViewOnMap address={address.address} />
        <button type="button" className="button-ghost" onClick={open(setIsEditing)}>
          Edit<span className="sr-only">, {label}</span>
        </button>
        <button type="button" className="button-ghost" aria-disabled={remove.isPending} onClick={open(setIsAsking)}>
          {remove.isPending ? 'Removing...' : 'Remove'}
          <span className="sr-only">, {label}</span>
        </button>
      </div>
      <Dialog isOpen={isEditing} onOpenChange={setIsEditing} title="Edit address" text="Open work orders at this address use the new one.">
        <AddressForm clientId={address.clientId} address={address} onDone={() => setIsEditing(false)} />
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove ${label}?`}
        text="Its access notes are deleted too. Finished work orders there will show the client's main address."
        action="Remove Address"
        onConfirm={() => remove.mutate({ id })}
      />
    </li>
  );
}

function AddressForm({ clientId, address, onDone }: { clientId: number; address?: ClientAddress; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(addressInput),
    defaultValues: {
      clientId,
      label: address?.label ?? '',
      address: address?.address ?? '',
      latitude: address?.latitude ?? '',
      longitude: address?.longitude ?? '',
      accessGate: address?.accessGate ?? '',
      accessAlarm: address?.accessAlarm ?? '',
      accessPets: address?.accessPets ?? '',
      accessKey: address?.accessKey ?? '',
    },
  });
  const calls = {
    meta: { failure: 'Failed to save the address. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Address Saved', description: 'Work orders can be planned there.' });
    },
    onError: (error: unknown) => showIssues(form, error),
  };
  const add = trpc.clients.addAddress.useMutation(calls);
  const change = trpc.clients.updateAddress.useMutation(calls);
  const isPending = add.isPending || change.isPending;
  const submit = form.handleSubmit(({ clientId: _client, ...values }) => {
    if (isPending) return;
    if (address) change.mutate({ ...values, id: address.id });
    else add.mutate({ ...values, clientId });
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <TextFields form={form} fields={[{ name: 'label', label: 'Name of the Place', asking: 'Please name the place, such as Cottage.' }]} />
      <TextFields form={form} fields={PLACE_FIELDS} />
      <TextFields form={form} fields={ACCESS_FIELDS} />
      <DialogButtons onCancel={onDone} submit="Save Address" isPending={isPending} />
    </form>
  );
}
