import { z } from 'zod';
import type { Issue } from './errors';
import { QUOTE_SERVICE_TYPES, QUOTE_STATUSES, type QuoteStatus } from './quote-words';
import {
  byId,
  idSchema,
  MISSING,
  optionalAddress,
  optionalLine,
  optionalText,
  pageInput,
  personGuard,
  requiredEmail,
  requiredLine,
} from './text';

/** Which status may follow which (back-office.md §4). */
export const QUOTE_TRANSITIONS: Record<QuoteStatus, readonly QuoteStatus[]> = {
  pending: ['confirmed'],
  confirmed: ['completed'],
  completed: ['pending'],
};

/** Days a deleted quote request can be brought back. */
export const QUOTE_BIN_DAYS = 30;

/** What a visitor sends to ask for a free quote. */
export const quoteSubmission = z.object({
  name: requiredLine(120),
  email: requiredEmail,
  phone: optionalLine(40),
  address: optionalAddress(240),
  serviceType: z.enum(QUOTE_SERVICE_TYPES, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === ''
        ? MISSING
        : `Please choose a service type: ${QUOTE_SERVICE_TYPES.join(', ')}.`,
  }),
  message: optionalText(4000),
  ...personGuard,
});
export type QuoteSubmission = z.output<typeof quoteSubmission>;
/** A quote form that came back: what was typed, and what was wrong with it. */
export type ReturnedQuoteForm = { values: Record<string, string>; issues: Issue[]; message: string };

export const quoteStatusChange = byId.extend({
  status: z.enum(QUOTE_STATUSES, `Please choose a status: ${QUOTE_STATUSES.join(', ')}.`),
});

/** A pending request older than this waits too long for its answer (the promise of public-site.md §5). */
export const QUOTE_ANSWER_MINUTES = 1440;

/**
 * `waiting` asks for the pending requests older than {@link QUOTE_ANSWER_MINUTES}, whatever the status says; in an address it comes
 * as a word. `id` asks for one alone.
 */
export const quotePage = pageInput.extend({
  id: idSchema.optional(),
  status: z.enum(QUOTE_STATUSES).optional(),
  waiting: z.union([z.literal(true), z.literal('true').transform(() => true as const)]).optional(),
});

/** What is said where a work order by hand lacks an address. */
export const ADDRESS_NEEDED = 'Please enter the service address.';

/** Making a work order by hand: `address` where the request has none, `another` to add one beside an earlier one. */
export const quoteWorkOrder = byId.extend({ address: optionalAddress(240), another: z.boolean().default(false) });

export const inquirySchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  serviceType: z.enum(QUOTE_SERVICE_TYPES),
  message: z.string().nullable(),
  status: z.enum(QUOTE_STATUSES),
  confirmedAt: z.string().nullable(),
  createdAt: z.string(),
  clientId: z.int().nullable(),
  workOrderId: z.int().nullable(),
});
export type Inquiry = z.output<typeof inquirySchema>;

export const quoteReceived = z.object({ success: z.literal(true), inquiry: inquirySchema });
export const inquiryList = z.object({ inquiries: z.array(inquirySchema), total: z.int(), nextCursor: z.int().nullable() });
export const quotesDeleted = z.object({ success: z.literal(true), deletedCount: z.int() });
/** What lies in the bin: how many, and when the newest of them was deleted. */
export const quoteBin = z.object({ count: z.int(), deletedAt: z.string().nullable() });
export const quotesRestored = z.object({ restoredCount: z.int() });
