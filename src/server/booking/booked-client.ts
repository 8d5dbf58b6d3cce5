import type { BookedAppointment } from '../../../db/schema';
import { findOrAddAddress } from '../clients/addresses';
import { findOrCreateClient, takeSmsConsent } from '../clients/service';
import type { Ctx } from '../context';

/**
 * Returns the client of a booking and the address of the visit: `addressId` is null for the client's own address, and undefined if the
 * address is new but the client has no room for another. Unless the booking names its client, they are found by their contact data, or
 * created. Call it inside a transaction.
 */
export function findBookedClient(ctx: Ctx, row: BookedAppointment): { clientId: number; addressId: number | null | undefined } {
  const { clientName: name, clientEmail: email, clientPhone: phone, clientAddress: address } = row;
  const clientId = row.clientId ?? findOrCreateClient(ctx, { name, email, phone, address, notes: null }).id;
  takeSmsConsent(ctx, { ...row, clientId, phone });
  return { clientId, addressId: findOrAddAddress(ctx, clientId, address, 'From a booking') };
}
