import type { BookedAppointment } from '../../../db/schema';
import { findOrAddAddress } from '../clients/addresses';
import { findOrCreateClient, takeSmsConsent } from '../clients/service';
import type { Ctx } from '../context';

type BookedClient = { clientId: number; addressId: number | null | undefined; addressNote: string | null };

/**
 * Returns the client of a booking and the address of the visit: `addressId` is null for the client's own address. If the address is new but
 * the client has no room for another, `addressId` is undefined and `addressNote` names it. Unless the booking names its client, they are
 * found by their contact data, or created. Call it inside a transaction.
 */
export function findBookedClient(ctx: Ctx, row: BookedAppointment): BookedClient {
  const { clientName: name, clientEmail: email, clientPhone: phone, clientAddress: address } = row;
  const clientId = row.clientId ?? findOrCreateClient(ctx, { name, email, phone, address, notes: null }).id;
  takeSmsConsent(ctx, { ...row, clientId, phone });
  const addressId = findOrAddAddress(ctx, clientId, address, 'From a booking');
  return { clientId, addressId, addressNote: addressId === undefined ? `Address on the booking: ${address}` : null };
}
