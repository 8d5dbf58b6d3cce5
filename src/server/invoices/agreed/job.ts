import type { BookedAppointment } from '../../../../db/schema';
import { formatService, type WorkOrder } from '../../../shared/dispatch';
import { INVOICE_SERVICES } from '../../../shared/invoices';
import { parseCents } from '../../../shared/money';

/** Holds the work order, the booking or both that an invoice is for. */
export type Job = { order: WorkOrder | undefined; booking: BookedAppointment | undefined };

/** Returns the name of a service on invoices, "Residential Cleaning" for "residential"; adds "Cleaning" to a service without one. */
export function getService(serviceType: string): string {
  const words = formatService(serviceType);
  const bare = words.toLowerCase().replace(/ ?cleaning$/, '');
  return (
    INVOICE_SERVICES.find((name) => name.toLowerCase().replace(/ cleaning$/, '') === bare) ??
    `${words} Cleaning`.replace(/ cleaning Cleaning$/i, ' Cleaning')
  );
}

/** Returns the office's price of a job and the client's estimate in cents; undefined for a missing price or 0. */
export const getPrice = ({ order, booking }: Job): { price: number | undefined; estimate: number | undefined } => ({
  price: (order?.totalAmount == null ? undefined : parseCents(order.totalAmount)) || undefined,
  estimate: booking?.totalAmountCents || undefined,
});
