export const INVOICE_STATUSES = ['draft', 'pending', 'paid', 'overdue'] as const;
