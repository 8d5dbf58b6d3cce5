import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClientStatus } from '../../../shared/client-status';
import type { ClientRow as Client } from '../../../shared/clients';
import { Chip, type Tone } from '../../ui/chip';
import { formatTimestamp } from '../../ui/times';

export const CLIENT_COLUMNS =
  'lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_112px_52px_minmax(0,0.7fr)_minmax(0,0.7fr)] xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_124px_52px_164px_164px] lg:gap-x-4';

export function ClientRow({ client }: { client: Client }) {
  const { id, name, email, phone, address, finishedJobs, lastJobAt, nextJobAt } = client;
  return (
    <li
      className={`relative grid gap-x-4 gap-y-2 rounded-card border border-line bg-paper p-4 hover:border-pine-600 lg:items-center lg:px-5 lg:py-2.5 ${CLIENT_COLUMNS}`}
    >
      <div className="min-w-0">
        <h3 className="font-bold">
          <Link
            from="/clients"
            to="/clients"
            search={(list) => ({ ...list, client: id })}
            className="inline-flex max-w-full items-center underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline max-lg:-my-2.5 max-lg:py-3.5"
          >
            <span className="min-w-0 max-lg:[overflow-wrap:anywhere] lg:truncate">{name}</span>
          </Link>
        </h3>
        <p className="text-muted text-sm max-lg:[overflow-wrap:anywhere] lg:truncate">{email}</p>
        {phone && <p className="text-muted text-sm tabular-nums max-lg:[overflow-wrap:anywhere] lg:truncate">{phone}</p>}
      </div>
      <p className="min-w-0 text-[15px] [overflow-wrap:anywhere] lg:line-clamp-2">{address}</p>
      <div className="flex flex-wrap items-center gap-1.5">
        <ClientChips {...client} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[15px] lg:contents">
        <Figure name="Finished jobs" value={String(finishedJobs)} />
        <Figure name="Last job" value={lastJobAt && <time dateTime={lastJobAt}>{formatTimestamp(lastJobAt)}</time>} />
        <Figure name="Next job" value={nextJobAt && <time dateTime={nextJobAt}>{formatTimestamp(nextJobAt)}</time>} />
      </dl>
    </li>
  );
}

const Figure = ({ name, value }: { name: string; value: ReactNode }) => (
  <div className="contents lg:block">
    <dt className="text-muted lg:sr-only">{name}</dt>
    <dd className="tabular-nums">{value ?? <span className="text-muted">none</span>}</dd>
  </div>
);

const TONES: Record<ClientStatus, Tone> = { lead: 'waiting', 'one-time': 'active', recurring: 'good', lapsed: 'bad' };

export const ClientChips = ({ status, doNotService, isActive }: Pick<Client, 'status' | 'doNotService' | 'isActive'>) => (
  <>
    {doNotService && <Chip tone="bad">do not service</Chip>}
    <Chip tone={TONES[status]}>{status}</Chip>
    {!isActive && <Chip tone="quiet">inactive</Chip>}
  </>
);
