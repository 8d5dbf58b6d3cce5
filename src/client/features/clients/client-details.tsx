import { Link } from '@tanstack/react-router';
import type { ClientProfile } from '../../../shared/clients';
import { trpc } from '../../trpc';
import { BottomBar } from '../../ui/bottom-bar';
import { ScreenLink } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { CallButton, ConfirmButton, ReasonButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { RecordScreen } from '../../ui/record-screen';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { ClientAddresses } from './client-addresses';
import { ACCESS_FIELDS } from './client-fields';
import { ClientReferrals } from './client-referrals';
import { ClientChips } from './client-row';
import { ClientTimeline } from './client-timeline';
import { EditAccessNotes, EditClient, EditNotes } from './edit-client';
import { PlanWorkOrder } from './plan-work-order';

type Planning = Pick<Parameters<typeof PlanWorkOrder>[0], 'isPlanning' | 'onPlanning'>;

export function ClientDetails({ id, ...planning }: { id: number } & Planning) {
  const client = trpc.clients.get.useQuery({ id });
  return (
    <RecordScreen
      query={client}
      back={
        <Link from="/clients" to="/clients" search={({ client: _open, ...list }) => list} className="button-ghost">
          <span aria-hidden="true">←</span> Back to Clients
        </Link>
      }
      title={(data) => data?.name ?? 'Client'}
      chips={(data) => <ClientChips {...data} />}
      about={({ email, phone }) => <ContactLinks email={email} phone={phone} />}
      loading="Loading the client..."
      failed="The client could not be loaded."
      missing={<EmptyState heading="h2" title="No such client" text="The link may have been mistyped. Clients are never deleted." />}
    >
      {(data) => (data.mergedIntoId === null ? <Details client={data} {...planning} /> : <Merged intoId={data.mergedIntoId} />)}
    </RecordScreen>
  );
}

const Merged = ({ intoId }: { intoId: number }) => (
  <EmptyState heading="h2" title="Merged into another client" text="Everything that belonged to this client moved to the other one.">
    <ScreenLink to="/clients" search={{ client: intoId }} look="button-dark mt-2" label="Open the Other Client" />
  </EmptyState>
);

const Details = ({ client, ...planning }: { client: ClientProfile } & Planning) => (
  <>
    {client.doNotService && <DoNotServiceBanner client={client} />}
    <BottomBar>
      <PlanWorkOrder client={client} {...planning} />
      <EditClient client={client} />
    </BottomBar>
    <Figures client={client} />
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="grid gap-5 max-xl:order-last">
        <Panel title="Timeline">
          <ClientTimeline id={client.id} />
        </Panel>
      </div>
      <div className="grid gap-5">
        <PossibleDuplicates client={client} />
        <Panel title="Addresses">
          <ClientAddresses client={client} />
        </Panel>
        <AccessNotes client={client} />
        <ClientReferrals id={client.id} />
        <Panel title="About">
          <Facts
            facts={[
              ['Company', client.company ?? 'none'],
              ['Photos of their place', client.photoConsent ? 'may be shown' : 'not to be shown'],
            ]}
          />
        </Panel>
        <Panel title="Notes">
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {client.notes ?? <span className="text-muted">No notes yet.</span>}
          </p>
          <EditNotes client={client} />
        </Panel>
        {client.formerly.length > 0 && <MergedClients client={client} />}
        {!client.doNotService && <StopService client={client} />}
      </div>
    </div>
  </>
);

function Figures({ client: { finishedJobs, lastJobAt, nextJobAt } }: { client: ClientProfile }) {
  const figures = [
    ['Finished jobs', String(finishedJobs)],
    ['Last job', lastJobAt ? formatTimestamp(lastJobAt) : 'none yet'],
    ['Next job', nextJobAt ? formatTimestamp(nextJobAt) : 'none planned'],
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-paper px-5 py-4 sm:grid-cols-3">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AccessNotes({ client }: { client: ClientProfile }) {
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

const MergedClients = ({ client }: { client: ClientProfile }) => (
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

const meta = { failure: 'Failed to save the client. Please try again.' };

function StopService({ client: { id, name } }: { client: ClientProfile }) {
  const stop = trpc.clients.setDoNotService.useMutation({
    meta,
    onSuccess: () => {
      showToast({ title: 'Do Not Service', description: `Dispatch now shows a warning for ${name}.` });
    },
  });
  return (
    <ReasonButton
      look="button-ghost justify-self-start"
      label="Do Not Service"
      call={stop}
      input={(reason) => ({ id, doNotService: true, reason })}
      title={`Stop working for ${name}?`}
      text="Dispatch shows a warning with the reason at every work order of this client. Nothing is cancelled automatically, and you can remove the warning at any time."
      submit="Do Not Service"
      cancel="Keep Serving"
    />
  );
}

function DoNotServiceBanner({ client: { id, name, doNotServiceReason } }: { client: ClientProfile }) {
  const serve = trpc.clients.setDoNotService.useMutation({
    meta,
    onSuccess: () => showToast({ title: 'Served Again', description: `The warning for ${name} is gone.` }),
  });
  return (
    <div
      role="note"
      aria-label="Do not service"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-red-600 bg-red-100 p-5"
    >
      <div className="min-w-0">
        <p className="font-bold text-red-600">Do not service</p>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{doNotServiceReason}</p>
      </div>
      <CallButton label="Serve Again" call={serve} input={{ id, doNotService: false }} />
    </div>
  );
}

function PossibleDuplicates({ client }: { client: ClientProfile }) {
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
