// No zod here: public pages load this file.

export const QUOTE_SERVICE_TYPES = ['residential', 'commercial', 'specialty', 'emergency'] as const;
/** Returns the name of a service, such as "Residential". */
export const quoteServiceName = (type: (typeof QUOTE_SERVICE_TYPES)[number]): string => type.charAt(0).toUpperCase() + type.slice(1);
export const QUOTE_STATUSES = ['pending', 'confirmed', 'completed'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];
/** The statuses that may follow each status. */
export const QUOTE_TRANSITIONS: Record<QuoteStatus, readonly QuoteStatus[]> = {
  pending: ['confirmed'],
  confirmed: ['completed'],
  completed: ['pending'],
};

/** Days in which a deleted quote request can be restored. */
export const QUOTE_BIN_DAYS = 30;
/** The site promises an answer within 24 hours; a pending request older than this waits too long. */
export const QUOTE_ANSWER_MINUTES = 1440;
/** A form that is sent sooner than this after its page opened was not filled in by a person. */
export const MINIMUM_FILL_MS = 2000;
export const MISSING_TITLE = 'Missing Information';
export const MISSING_TEXT = 'Please fill in all required fields.';
