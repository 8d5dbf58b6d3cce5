import type { ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { ConfirmButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { showToast } from '../../ui/toast/toast-store';

export function PossibleDuplicates({ client }: { client: ClientProfile }) {
  const { data } = trpc.clients.findDuplicates.useQuery({ id: client.id });
  if (!data || data.rows.length === 0) return null;
  return (
    <Panel title="Possible duplicates">
      <ul className="grid divide-y divide-line">
        {data.rows.map((other) => (
          <Duplicate key={other.id} client={client} other={other} />
        ))}
      </ul>
    </Panel>
  );
}

type Other = { id: number; name: string; email: string; phone: string; address: string; reasons: readonly string[] };

function Duplicate({ client, other }: { client: ClientProfile; other: Other }) {
  const merge = trpc.clients.merge.useMutation({
    meta: { failure: 'Failed to merge the clients. Please try again.' },
    onSuccess: ({ name }) => showToast({ title: 'Clients Merged', description: `Everything is with ${name} now.` }),
  });
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <ScreenLink
        to="/clients"
        search={{ client: other.id }}
        look="inline-flex items-center justify-self-start font-semibold text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11"
        label={other.name}
      />
      <p className="text-muted text-sm [overflow-wrap:anywhere]">{[other.email, other.phone, other.address].filter(Boolean).join(' · ')}</p>
      <p className="text-[15px]">Has the {other.reasons.join(', the ')}.</p>
      <ConfirmButton
        look="button-ghost mt-1 justify-self-start"
        label="Merge"
        about={`${other.name} into this client`}
        busy="Merging..."
        call={merge}
        input={{ id: other.id, intoId: client.id }}
        title={`Merge ${other.name} into ${client.name}?`}
        text={`The quotes, bookings, work orders, addresses and notes of ${other.name} (${other.email}) move to ${client.name} (${client.email}), whose name and contact stay. Searches for the other e-mail address and phone will lead here too. This cannot be undone.`}
        action="Merge Clients"
      />
    </li>
  );
}
