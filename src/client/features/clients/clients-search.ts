import { CLIENT_STATUSES, type ClientStatus } from '../../../shared/client-status';

export type ClientsSearch = { client?: number; status?: ClientStatus; q?: string };

export function readClientsSearch({ client, status, q }: Record<string, unknown>): ClientsSearch {
  const id = Number(client);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : '';
  return {
    client: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    status: CLIENT_STATUSES.find((word) => word === status),
    q: text || undefined,
  };
}
