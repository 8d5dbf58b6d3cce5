import { z } from 'zod';

/** Figures of the office's start page, each the length of the list that it links to. */
export const overviewSchema = z.object({
  jobsToday: z.int(),
  unassigned: z.int(),
  quotesPending: z.int(),
  /** Pending quotes older than 24 hours. */
  quotesWaiting: z.int(),
  bookingsToConvert: z.int(),
  ordersToShip: z.int(),
  /** Finished jobs that have no invoice and are not finalized. */
  jobsToInvoice: z.int(),
  overdueInvoices: z.int(),
  lowStock: z.int(),
  failedMessages: z.int(),
  /** Social posts that became due during an outage and wait for the owner. */
  missedPosts: z.int(),
});
export type Overview = z.output<typeof overviewSchema>;
