/** Statuses of a priced quote; `superseded` by a newer version, `withdrawn` by the office. */
export const PRICED_QUOTE_STATUSES = [
  'draft',
  'sent',
  'viewed',
  'approved',
  'declined',
  'changes_requested',
  'expired',
  'superseded',
  'withdrawn',
] as const;
export type PricedQuoteStatus = (typeof PRICED_QUOTE_STATUSES)[number];

export const QUOTE_LINE_KINDS = ['service', 'extra', 'goods', 'discount'] as const;
