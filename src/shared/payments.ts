/** Statuses of an e-Transfer: booked on an invoice, waiting for the office, or set aside by the office. */
export const MONEY_IN_STATUSES = ['matched', 'suggested', 'ignored'] as const;

export const TODO_KINDS = ['refund', 'rating', 'money-in'] as const;
