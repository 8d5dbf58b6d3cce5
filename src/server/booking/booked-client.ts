import type { BookedAppointment } from '../../../db/schema';
import { findOrAddAddress } from '../clients/addresses';
import { findOrCreateClient, takeSmsConsent } from '../clients/service';
import type { Ctx } from '../context';

/**
 * Returns the client of a booking, who is created if they are new, and the address; `addressId` is undefined for the client's own. Call it
 * inside a transaction.
 */
export function findBookedClient(ctx: Ctx, row: BookedAppointment): { clientId: number; addressId: number | null | undefined } {
  const { clientName: name, clientEmail: email, clientPhone: phone, clientAddress: address } = row;
  const { id: clientId } = findOrCreateClient(ctx, { name, email, phone, address, notes: null });
  takeSmsConsent(ctx, { ...row, clientId, phone });
  return { clientId, addressId: findOrAddAddress(ctx, clientId, address, 'From a booking') };
}
