// Here and not beside the schemas, so that the first view has them without zod's weight.

/** What a quote may be asked for. */
export const QUOTE_SERVICE_TYPES = ['residential', 'commercial', 'specialty', 'emergency'] as const;
export const QUOTE_STATUSES = ['pending', 'confirmed', 'completed'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];
/** A form sent sooner than this after its page opened was not filled in by a person. */
export const MINIMUM_FILL_MS = 2000;
/** How the sentence for empty required fields begins (public-site.md §5). */
export const MISSING_TITLE = 'Missing Information';
export const MISSING_TEXT = 'Please fill in all required fields.';
