// Without zod, for the scripts of the first page.

/** Computed from a client's jobs by `clientStatus`. */
export const CLIENT_STATUSES = ['lead', 'one-time', 'recurring', 'lapsed'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];
