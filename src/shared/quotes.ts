// No zod here: public pages load this file.

export const QUOTE_SERVICE_TYPES = ['residential', 'commercial', 'specialty', 'emergency'] as const;
/** Returns the name of a service, such as "Residential". */
export const quoteServiceName = (type: (typeof QUOTE_SERVICE_TYPES)[number]): string => type.charAt(0).toUpperCase() + type.slice(1);
export const QUOTE_STATUSES = ['pending', 'confirmed', 'completed'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];
/** A form that is sent sooner than this after its page opened was not filled in by a person. */
export const MINIMUM_FILL_MS = 2000;
export const MISSING_TITLE = 'Missing Information';
export const MISSING_TEXT = 'Please fill in all required fields.';
