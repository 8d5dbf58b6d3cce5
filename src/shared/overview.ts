import { z } from 'zod';

/** What needs doing now; each figure is the length of the list that its name stands for. */
export const overviewSchema = z.object({
  jobsToday: z.int(),
  unassigned: z.int(),
  quotesPending: z.int(),
  /** Those of the pending ones that came more than 24 hours ago. */
  quotesWaiting: z.int(),
  bookingsToConvert: z.int(),
  ordersToShip: z.int(),
  /** Finished jobs that have no invoice and are not finalized. */
  jobsToInvoice: z.int(),
  overdueInvoices: z.int(),
  lowStock: z.int(),
  failedMessages: z.int(),
});
export type Overview = z.output<typeof overviewSchema>;
