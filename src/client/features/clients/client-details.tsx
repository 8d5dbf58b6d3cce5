import { Link } from '@tanstack/react-router';
import type { ClientProfile } from '../../../shared/clients';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { BottomBar } from '../../ui/bottom-bar';
import { ScreenLink } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RecordScreen } from '../../ui/record-screen';
import { EmptyState } from '../../ui/states';
import { ClientAddresses } from './client-addresses';
import { ACCESS_FIELDS } from './client-fields';
import { ClientReferrals } from './client-referrals';
import { ClientChips } from './client-row';
import { ClientTimeline } from './client-timeline';
import { DoNotServiceBanner, StopService } from './do-not-service';
import { EditAccessNotes, EditClient, EditNotes } from './edit-client';
import { PlanWorkOrder } from './plan-work-order';
import { PossibleDuplicates } from './possible-duplicates';

export function ClientDetails({ id }: { id: number }) {
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
      {(data) => (data.mergedIntoId === null ? <Details client={data} /> : <Merged intoId={data.mergedIntoId} />)}
    </RecordScreen>
  );
}

const Merged = ({ intoId }: { intoId: number }) => (
  <EmptyState heading="h2" title="Merged into another client" text="Everything that belonged to this client moved to the other one.">
    <ScreenLink to="/clients" search={{ client: intoId }} look="button-dark mt-2" label="Open the Other Client" />
  </EmptyState>
);

const Details = ({ client }: { client: ClientProfile }) => (
  <>
    {client.doNotService && <DoNotServiceBanner client={client} />}
    <BottomBar>
      <PlanWorkOrder client={client} />
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
    ['Last job', lastJobAt ? formatDateTime(lastJobAt) : 'none yet'],
    ['Next job', nextJobAt ? formatDateTime(nextJobAt) : 'none planned'],
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
