import { z } from 'zod';
import { openDeposit, staffBookingSchema } from './booking-schemas';
import { SHOWN_STATUSES } from './invoices';

// Separate from the schemas that public pages load.

/** A booking of the office with the live invoice of its job, or null, and with its deposit until that is paid. */
export const bookingWithInvoice = staffBookingSchema.extend({
  invoice: z.object({ id: z.int(), invoiceNumber: z.string(), status: z.enum(SHOWN_STATUSES) }).nullable(),
  deposit: openDeposit.extend({ invoiceId: z.int(), invoiceNumber: z.string() }).nullable(),
});
export type BookingWithInvoice = z.output<typeof bookingWithInvoice>;
