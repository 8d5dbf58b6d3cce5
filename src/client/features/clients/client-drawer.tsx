import type { ClientProfile, ClientRow } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { loadTogether } from '../../ui/loaded';
import { MutationButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { QuotesOf } from '../../ui/quotes-of';
import { RatingsPanel } from '../../ui/ratings-panel';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { ArchiveClient } from './archive-clients';
import { ClientAddresses } from './client-addresses';
import { ACCESS_FIELDS } from './client-fields';
import { ClientPage } from './client-page';
import { ClientPlans } from './client-plans';
import { ClientReferrals } from './client-referrals';
import { ClientTimeline } from './client-timeline';
import { ClientChips } from './clients-table';
import { EditAccessNotes, EditClient, EditNotes } from './edit-client';
import { PlanWorkOrder } from './plan-work-order';

type Planning = Pick<Parameters<typeof PlanWorkOrder>[0], 'isPlanning' | 'onPlanning'>;

type ClientDrawerProps = Planning & { id: number; onClose: () => void };

export function ClientDrawer({ id, onClose, ...planning }: ClientDrawerProps) {
  const client = trpc.clients.get.useQuery({ id });
  const quotes = trpc.quoting.list.useQuery({ clientId: id });
  const duplicates = trpc.clients.findDuplicates.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={loadTogether(client, quotes, duplicates)}
      title={(data) => data?.name ?? 'Client'}
      chips={(data) => <ClientChips {...data} />}
      action={(data) => data.mergedIntoId === null && <PlanWorkOrder client={data} {...planning} />}
      footer={(data) => data.mergedIntoId === null && <Actions client={data} />}
      onClose={onClose}
      loading="Loading the client..."
      failed="The client could not be loaded."
      missing={
        <EmptyState
          title="No such client"
          text="The link may have been mistyped. Clients are never deleted."
          action="Show All Clients"
          onAction={onClose}
        />
      }
    >
      {(data) => (data.mergedIntoId === null ? <Details client={data} /> : <Merged intoId={data.mergedIntoId} />)}
    </RecordDrawer>
  );
}

type ClientProps = { client: ClientProfile };

const Actions = ({ client }: ClientProps) => (
  <>
    <EditClient client={client} />
    <ArchiveClient client={client} />
    {!client.doNotService && <StopService client={client} />}
  </>
);

const Merged = ({ intoId }: { intoId: number }) => (
  <EmptyState heading="h2" title="Merged into another client" text="Everything that belonged to this client moved to the other one.">
    <ScreenLink to="/clients" search={{ client: intoId }} look="button-dark mt-2" label="Open the Other Client" />
  </EmptyState>
);

const Details = ({ client }: ClientProps) => (
  <>
    {client.doNotService && <DoNotServiceBanner client={client} />}
    <ContactLinks email={client.email} phone={client.phone} />
    <Facts facts={listFigures(client)} />
    <PossibleDuplicates client={client} />
    <PricedQuotes clientId={client.id} />
    <Panel title="Addresses">
      <ClientAddresses client={client} />
    </Panel>
    <ClientPlans id={client.id} />
    <AccessNotes client={client} />
    <Panel title="Notes">
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{client.notes ?? <span className="text-muted">No notes yet.</span>}</p>
      <EditNotes client={client} />
    </Panel>
    <Panel title="About">
      <Facts
        facts={[
          ['Company', client.company ?? 'none'],
          ['Text messages', client.smsConsentAt ? `agreed on ${formatTimestamp(client.smsConsentAt)}` : 'not agreed'],
          ['Photos of their place', client.photoConsent ? 'may be shown' : 'not to be shown'],
        ]}
      />
    </Panel>
    <RatingsPanel of={{ clientId: client.id }} name={({ memberName }) => memberName} />
    <ClientPage client={client} />
    <ClientReferrals id={client.id} />
    {client.formerly.length > 0 && <MergedClients client={client} />}
    <Panel title="Timeline">
      <ClientTimeline id={client.id} />
    </Panel>
  </>
);

function PricedQuotes({ clientId }: { clientId: number }) {
  return <QuotesOf query={trpc.quoting.list.useQuery({ clientId })} write={{ client: clientId }} />;
}

const listFigures = ({ finishedJobs, lastJobAt, nextJobAt }: ClientProfile) =>
  [
    ['Next job', nextJobAt ? formatTimestamp(nextJobAt) : 'none planned'],
    ['Last job', lastJobAt ? formatTimestamp(lastJobAt) : 'none yet'],
    ['Finished jobs', String(finishedJobs)],
  ] as const;

function AccessNotes({ client }: ClientProps) {
  const written = ACCESS_FIELDS.filter(({ name }) => client[name]);
  return (
    <Panel title="Access notes">
      <p className="text-muted text-sm">
        Besides the office, only the cleaner of the job sees these, from the day before it to the day after.
      </p>
      {written.length > 0 && <Facts facts={written.map(({ label, name }) => [label, client[name]])} />}
      <EditAccessNotes client={client} />
    </Panel>
  );
}

const MergedClients = ({ client }: ClientProps) => (
  <Panel title="Merged into this client">
    <ul className="grid gap-2">
      {client.formerly.map(({ id, name, email, phone }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {name}
          <span className="block text-muted text-sm">{[email, phone].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

const failure = 'Failed to save the client. Please try again.';
const getStopped = (name: string) => ({ title: 'Do Not Service', description: `Dispatch now shows a warning for ${name}.` });
const getServed = (name: string) => ({ title: 'Served Again', description: `The warning for ${name} is gone.` });

const StopService = ({ client: { id, name } }: ClientProps) => (
  <MutationButton
    label="Do Not Service"
    procedure={trpc.clients.setDoNotService}
    reason={{
      title: `Stop working for ${name}?`,
      text: 'Dispatch shows a warning with the reason at every work order of this client. Nothing is cancelled automatically, and you can remove the warning at any time.',
      submit: 'Do Not Service',
      cancel: 'Keep Serving',
      input: (reason) => ({ id, doNotService: true, reason }),
    }}
    failure={failure}
    done={getStopped(name)}
    undo={{ procedure: trpc.clients.setDoNotService, input: { id, doNotService: false }, failure, done: getServed(name) }}
  />
);

const DoNotServiceBanner = ({ client: { id, name, doNotServiceReason: reason } }: ClientProps) => (
  <div
    role="note"
    aria-label="Do not service"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-red-600 bg-red-100 px-4 py-3"
  >
    <div className="min-w-0">
      <p className="font-bold text-red-600">Do not service</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{reason}</p>
    </div>
    <MutationButton
      label="Serve Again"
      procedure={trpc.clients.setDoNotService}
      input={{ id, doNotService: false }}
      failure={failure}
      done={getServed(name)}
      undo={{ procedure: trpc.clients.setDoNotService, input: { id, doNotService: true, reason }, failure, done: getStopped(name) }}
    />
  </div>
);

function PossibleDuplicates({ client }: ClientProps) {
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

type Other = Pick<ClientRow, 'id' | 'name' | 'email' | 'phone' | 'address'> & { reasons: readonly string[] };

/** Names a client with their e-mail address, or their phone number without one. */
const nameWithContact = ({ name, email, phone }: Pick<ClientRow, 'name' | 'email' | 'phone'>): string => `${name} (${email ?? phone})`;

const Duplicate = ({ client, other }: ClientProps & { other: Other }) => (
  <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
    <ScreenLink
      to="/clients"
      search={{ client: other.id }}
      look="inline-flex items-center justify-self-start font-semibold text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11"
      label={other.name}
    />
    <p className="text-muted text-sm [overflow-wrap:anywhere]">{[other.email, other.phone, other.address].filter(Boolean).join(' · ')}</p>
    <p>Has the {other.reasons.join(', the ')}.</p>
    <MutationButton
      look="button-ghost mt-1 justify-self-start"
      label="Merge"
      about={`${other.name} into this client`}
      busy="Merging..."
      procedure={trpc.clients.merge}
      input={{ id: other.id, intoId: client.id }}
      failure="Failed to merge the clients. Please try again."
      question={{
        title: `Merge ${other.name} into ${client.name}?`,
        text: `The quotes, bookings, work orders, addresses and notes of ${nameWithContact(other)} move to ${nameWithContact(client)}, whose name and contact stay. Searches for the other e-mail address and phone will lead here too. This cannot be undone.`,
        action: 'Merge Clients',
      }}
      done={({ name }) => ({ title: 'Clients Merged', description: `Everything is with ${name} now.` })}
    />
  </li>
);
