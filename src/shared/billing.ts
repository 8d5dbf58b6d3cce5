import { z } from 'zod';
import { pageSchema } from './page';

/** The most jobs that one call bills. */
const MOST_BILLED = 500;

/** A finished job without an invoice; `amount` is null for a job that has no price yet. */
const unbilledJob = z.object({
  workOrderId: z.int(),
  clientId: z.int(),
  clientName: z.string(),
  serviceType: z.string(),
  completedAt: z.string(),
  minutes: z.int().nullable(),
  amount: z.string().nullable(),
  /** True for a visit of a plan whose visits are billed on one invoice a month. */
  isMonthly: z.boolean(),
});
export type UnbilledJob = z.output<typeof unbilledJob>;
/** `jobs` and `total` count all rows of the list, not only those of the page. */
export const unbilledList = pageSchema(unbilledJob).extend({ jobs: z.int(), total: z.string() });

export const billInput = z.strictObject({
  workOrderIds: z
    .array(z.int('Please give a valid id.').positive('Please give a valid id.'))
    .max(MOST_BILLED, `Please select at most ${MOST_BILLED} jobs.`),
  send: z.boolean(),
});

const BILL_STATUSES = ['billed', 'already', 'refused'] as const;
/** The outcome of each job: `message` says why it was refused or why its invoice was not mailed. */
export const billResult = z.object({
  rows: z.array(
    z.object({
      workOrderId: z.int(),
      status: z.enum(BILL_STATUSES),
      invoiceId: z.int().nullable(),
      invoiceNumber: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
});
export type BillResult = z.output<typeof billResult>;
