import type { z } from 'zod';
import { addressInput, type ClientAddress, type ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { Facts } from '../../ui/facts';
import { type FormCallbacks, SaveForm, TextField, toTexts, useSchemaForm } from '../../ui/form';
import { MutationButton } from '../../ui/mutation-button';
import { ViewOnMap } from '../../ui/outside-links';
import { showToast } from '../../ui/toast/toast-store';
import { ACCESS_FIELDS, PLACE_FIELDS } from './client-fields';

export const ClientAddresses = ({ client }: { client: ClientProfile }) => (
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
    <DialogButton
      look="button-ghost justify-self-start"
      label="Add Address"
      title="New address"
      text={`Another place to clean for ${client.name}.`}
    >
      {(close) => <AddressForm clientId={client.id} onDone={close} />}
    </DialogButton>
  </>
);

function FurtherAddress({ address }: { address: ClientAddress }) {
  const { id, label } = address;
  const written = ACCESS_FIELDS.filter(({ name }) => address[name]);
  return (
    <li className="grid gap-2 py-4">
      <h3 className="font-semibold [overflow-wrap:anywhere]">{label}</h3>
      <p className="[overflow-wrap:anywhere]">{address.address}</p>
      {written.length > 0 && <Facts facts={written.map((field) => [field.label, address[field.name]])} />}
      <div className="flex flex-wrap gap-2">
        <ViewOnMap address={address.address} />
        <DialogButton label="Edit" about={label} title="Edit address" text="Open work orders at this address use the new one.">
          {(close) => <AddressForm clientId={address.clientId} address={address} onDone={close} />}
        </DialogButton>
        <MutationButton
          label="Remove"
          about={label}
          busy="Removing..."
          procedure={trpc.clients.removeAddress}
          input={{ id }}
          failure="Failed to remove the address. Please try again."
          question={{
            title: `Remove ${label}?`,
            text: "Its access notes are deleted too. Finished work orders there will show the client's main address.",
            action: 'Remove Address',
          }}
          done={{ title: 'Address Removed', description: `${label} was removed from the list.` }}
        />
      </div>
    </li>
  );
}

function AddressForm({ clientId, address, onDone }: { clientId: number; address?: ClientAddress; onDone: () => void }) {
  const form = useSchemaForm(addressInput, {
    clientId,
    ...toTexts(address, ['label', 'address', 'latitude', 'longitude', 'accessGate', 'accessAlarm', 'accessPets', 'accessKey']),
  });
  const options = {
    meta: { failure: 'Failed to save the address. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Address Saved', description: 'Work orders can be planned there.' });
    },
  };
  const add = trpc.clients.addAddress.useMutation(options);
  const change = trpc.clients.updateAddress.useMutation(options);
  const save = {
    isPending: add.isPending || change.isPending,
    mutate: ({ clientId: _client, ...values }: z.output<typeof addressInput>, callbacks: FormCallbacks) =>
      address ? change.mutate({ ...values, id: address.id }, callbacks) : add.mutate({ ...values, clientId }, callbacks),
  };
  return (
    <SaveForm form={form} call={save} input={(values) => values} onCancel={onDone} submit="Save Address">
      <TextField form={form} name="label" label="Name of the Place" missing="Please name the place, such as Cottage." />
      {[...PLACE_FIELDS, ...ACCESS_FIELDS].map((field) => (
        <TextField key={field.name} form={form} {...field} />
      ))}
    </SaveForm>
  );
}
