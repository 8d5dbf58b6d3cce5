import type { Ref } from 'react';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { FoundList, FoundRows } from '../../ui/found-list';

const SHOWN = 5;

type ClientPickerProps = {
  id: number;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (id: number) => void;
};

/** Asks for the client of a plan, and shows the chosen one. */
export function ClientPicker({ id, onChoose, ...field }: ClientPickerProps) {
  if (id > 0) return <ChosenClient id={id} onClear={() => onChoose(0)} />;
  return (
    <FoundList
      {...field}
      isRequired
      label="Client"
      placeholder="Name, e-mail, phone or address"
      hint="Search for the client, then select them."
    >
      {(words) => <FoundClients words={words} onChoose={onChoose} />}
    </FoundList>
  );
}

function ChosenClient({ id, onClear }: { id: number; onClear: () => void }) {
  const { data: client, isError } = trpc.clients.get.useQuery({ id });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-small border border-line bg-sage-50 px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {client?.name ?? (isError ? 'The client could not be loaded.' : 'Loading the client...')}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{[client?.phone, client?.email].filter(Boolean).join(' · ')}</p>
        {client?.doNotService && (
          <p className="font-medium text-red-600 text-sm">Do not service: {client.doNotServiceReason ?? 'no reason given'}</p>
        )}
      </div>
      <Button look="button-ghost lg:min-h-9" label="Change Client" onPress={onClear} />
    </div>
  );
}

function FoundClients({ words, onChoose }: { words: string; onChoose: (id: number) => void }) {
  const found = trpc.clients.list.useQuery({ search: words, limit: SHOWN }, { placeholderData: (before) => before });
  return (
    <FoundRows
      found={found}
      nothing="No client was found."
      show={({ name, email, phone, address }) => ({ name, text: [email, phone, address].filter(Boolean).join(' · ') })}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}
