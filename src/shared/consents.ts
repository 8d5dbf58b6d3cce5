import { z } from 'zod';
import { CONSENT_BASES, type ConsentBasis } from './automation';
import { addMonths } from './calendar-periods';
import type { PageCompany } from './company';
import { pageSchema } from './page';
import { cleanPhone, isPhone } from './phone';
import { idSchema, requiredEmail, requiredLine, tooLong } from './text';
import { businessDay, businessDayBounds } from './time';

/** Months for which an implied consent is valid (S.C. 2010, c. 23, s. 10(10): two years, six months). */
const IMPLIED_MONTHS: Record<Exclude<ConsentBasis, 'express'>, number> = { purchase: 24, inquiry: 6 };

export const BASIS_NAMES: Record<ConsentBasis, string> = {
  express: 'Express consent',
  purchase: 'Implied by a purchase',
  inquiry: 'Implied by an inquiry',
};

export const CALL_ONLY = 'No consent on record: call only.';
/** Mark of an opportunity with a client who has no e-mail address. */
export const NO_EMAIL_CALL = 'No e-mail address: call only.';
/** Returns whether the company has the mailing address that marketing must show (S.C. 2010, c. 23, s. 6(2); SOR/2012-36, s. 2(1)). */
export const hasPostalAddress = ({ street, postalCode }: Pick<PageCompany, 'street' | 'postalCode'>): boolean =>
  Boolean(street && postalCode);
export const ADDRESS_MISSING = 'Held back: by law, this message must show your street and postal code. Please add them in Settings.';

/**
 * Returns the instant at which an implied consent ends: the end of the company's day two years or six months later. If that month is
 * shorter, its last day counts.
 */
export const impliedConsentEnd = (basis: Exclude<ConsentBasis, 'express'>, since: string): string =>
  businessDayBounds(addMonths(businessDay(since), IMPLIED_MONTHS[basis]))[1];

export const CONSENT_PHONE = 'Please enter a valid phone number, such as (250) 555-0133.';
const phoneInput = z
  .string('Please enter text.')
  .max(40, tooLong(40))
  .transform(cleanPhone)
  .refine((text) => text.trim() === '' || isPhone(text), CONSENT_PHONE)
  .nullish()
  .transform((text) => text?.trim() || null);

export const byEmail = z.object({ email: requiredEmail });
/** An express consent that the owner was given; `source` is the proof. */
export const consentInput = byEmail.extend({ phone: phoneInput, source: requiredLine(200) });

const consentSchema = z.object({
  id: z.int(),
  email: z.string(),
  phone: z.string().nullable(),
  basis: z.enum(CONSENT_BASES),
  source: z.string(),
  obtainedAt: z.string(),
  expiresAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  recordedBy: z.string().nullable(),
});
/** The current basis of an address, or the reason there is no basis, and all proofs. */
export const consentAnswer = z.object({
  email: z.string(),
  basis: z.object({ basis: z.enum(CONSENT_BASES), source: z.string(), since: z.string(), until: z.string().nullable() }).nullable(),
  reason: z.string().nullable(),
  unsubscribedAt: z.string().nullable(),
  rows: z.array(consentSchema),
});
export type ConsentAnswer = z.output<typeof consentAnswer>;

export const consentListInput = z.object({
  limit: z.int().min(1).max(100).default(20),
  cursor: idSchema.nullish(),
});
export const consentList = pageSchema(consentSchema);
/** Numbers of addresses. */
export const consentFigures = z.object({ express: z.int(), implied: z.int(), withdrawn: z.int(), unsubscribed: z.int() });
