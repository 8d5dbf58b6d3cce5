import { z } from 'zod';
import type { Issue } from './errors';
import { sentEstimateInput, sentEstimateSchema } from './pricing-schemas';
import { QUOTE_SERVICE_TYPES, QUOTE_STATUSES } from './quotes';
import {
  byId,
  idSchema,
  MISSING,
  optionalAddress,
  optionalPhone,
  optionalText,
  pageInput,
  personGuard,
  requiredEmail,
  requiredLine,
  smsConsent,
} from './text';

export const quoteSubmission = z.object({
  name: requiredLine(120),
  email: requiredEmail,
  phone: optionalPhone,
  address: optionalAddress(240),
  serviceType: z.enum(QUOTE_SERVICE_TYPES, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === ''
        ? MISSING
        : `Please choose a service type: ${QUOTE_SERVICE_TYPES.join(', ')}.`,
  }),
  message: optionalText(4000),
  estimate: sentEstimateInput,
  smsConsent,
  ...personGuard,
});
export type QuoteSubmission = z.output<typeof quoteSubmission>;
/** A rejected quote form: the values that the visitor typed, and what is wrong with them. */
export type ReturnedQuoteForm = { values: Record<string, string>; issues: Issue[]; message: string };

export const quoteStatusChange = byId.extend({
  status: z.enum(QUOTE_STATUSES, `Please choose a status: ${QUOTE_STATUSES.join(', ')}.`),
});

/** `waiting` selects the pending requests that wait longer than 24 hours and overrides `status`; `id` selects one request. */
export const quotePage = pageInput.extend({
  id: idSchema.optional(),
  status: z.enum(QUOTE_STATUSES).optional(),
  waiting: z.union([z.literal(true), z.literal('true').transform(() => true as const)]).optional(),
});

/** A request as the documented calls return it. */
export const documentedInquiry = z.object({
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
  /** The newest work order of the request, and the instant it begins. */
  workOrderId: z.int().nullable(),
  workOrderDate: z.string().nullable(),
});
/** A request as the office's screens read it, with the estimate that the visitor saw. */
export const inquirySchema = documentedInquiry.extend({ estimate: sentEstimateSchema.nullable() });
export type Inquiry = z.output<typeof inquirySchema>;

export const quoteReceived = z.object({ success: z.literal(true), inquiry: documentedInquiry });
export const inquiryList = z.object({ inquiries: z.array(inquirySchema), total: z.int(), nextCursor: z.int().nullable() });
export const quotesDeleted = z.object({ success: z.literal(true), deletedCount: z.int() });
/** The number of deleted requests that can be restored, and when the newest was deleted. */
export const quoteBin = z.object({ count: z.int(), deletedAt: z.string().nullable() });
export const quotesRestored = z.object({ restoredCount: z.int() });
