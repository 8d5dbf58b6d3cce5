import { z } from 'zod';
import { instantSchema } from './time-input';

/** The key of a visit's page: 128 random bits, base64url. */
export const VISIT_TOKEN = /^[\w-]{22}$/;
export const byVisitToken = z.object({ token: z.string('Please open the link from your reminder.').max(200) });
/** `startsAt` is the time that the client saw. A confirmation without it is for whatever time the visit has. */
export const visitConfirmation = byVisitToken.extend({ startsAt: instantSchema.optional() });

/** `past` also stands for a visit that is under way or done. */
const VISIT_STATES = ['upcoming', 'past', 'cancelled'] as const;

/** A visit as its link shows it, without personal details of the client. */
export const visitSchema = z.object({
  state: z.enum(VISIT_STATES),
  /** The day in the company's zone, and both times as instants. */
  date: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  street: z.string(),
  /** First names, the lead's first. */
  crew: z.array(z.string()),
  confirmedAt: z.string().nullable(),
  /** Page on which the client can move the visit; null unless they booked it online. */
  manageUrl: z.string().nullable(),
});
export type Visit = z.output<typeof visitSchema>;
export const visitConfirmed = z.object({ confirmedAt: z.string() });
