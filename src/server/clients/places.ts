import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { clientAddresses, clients } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { Position } from '../../shared/position';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';

/** A client's primary address, or with `addressId` one of the additional ones. */
type Place = { clientId: number; addressId?: number | null | undefined };

const matchesPlace = ({ clientId, addressId }: Place) =>
  addressId ? and(eq(clientAddresses.id, addressId), eq(clientAddresses.clientId, clientId)) : eq(clients.id, clientId);

export function getAddress(ctx: Ctx, place: Place): string {
  const table = place.addressId ? clientAddresses : clients;
  const row = ctx.db.select({ address: table.address }).from(table).where(matchesPlace(place)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This address does not exist.');
  return row.address;
}

/** Saves the position of an address, in degrees. Throws NOT_FOUND. */
export function savePosition(ctx: Ctx, { clientId, addressId = null, latitude, longitude }: Place & Position) {
  return inTransaction(ctx.db, () => {
    const table = addressId ? clientAddresses : clients;
    const { changes } = ctx.db.update(table).set({ latitude, longitude }).where(matchesPlace({ clientId, addressId })).run();
    if (changes === 0) throw new DomainError('NOT_FOUND', 'This address does not exist.');
    recordActivity(ctx, { verb: 'client.placed', entityType: 'client', entityId: clientId, data: { addressId } });
    publishAfterCommit(ctx, 'clients');
    return { clientId, addressId, latitude, longitude };
  });
}
