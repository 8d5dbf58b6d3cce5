// Words of clients without the schemas, for what the first page loads.

/** What a client is to the company, out of its jobs: see `clientStatus`. */
export const CLIENT_STATUSES = ['lead', 'one-time', 'recurring', 'lapsed'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];
