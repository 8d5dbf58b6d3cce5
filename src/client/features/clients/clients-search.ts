import { CLIENT_STATUSES, type ClientStatus } from '../../../shared/client-words';

/** What the address of the clients screen says: the client that is open, and what the list shows. */
export type ClientsSearch = { client?: number; status?: ClientStatus; q?: string };

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export function readClientsSearch({ client, status, q }: Record<string, unknown>): ClientsSearch {
  const id = Number(client);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    client: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    status: CLIENT_STATUSES.find((word) => word === status),
    q: text || undefined,
  };
}
