import { z } from 'zod';

/** What can be taken out as a table of its own, by the table's name (an allow-list), in the order of the screen. */
export const EXPORT_TABLES = [
  'clients',
  'client_addresses',
  'contact_inquiries',
  'appointment_bookings',
  'appointment_slots',
  'closed_days',
  'work_orders',
  'job_components',
  'work_order_assignments',
  'work_order_photos',
  'team_members',
  'team_member_logs',
  'time_off',
  'products',
  'stock_movements',
  'orders',
  'order_items',
  'invoices',
  'invoice_items',
  'receipts',
  'credit_notes',
  'number_series',
  'consents',
  'marketing_recipients',
  'referrals',
  'saved_carts',
  'automation_state',
  'automation_workers',
  'automation_runs',
  'opportunities',
  'price_suggestions',
  'demand_snapshots',
  'competitor_prices',
  'social_posts',
  'social_accounts',
  'achievement_unlocks',
  'daily_stats',
  'outbox',
  'settings',
  'activity',
] as const;
export type ExportTable = (typeof EXPORT_TABLES)[number];

/** What can be brought in from a CSV file. */
export const IMPORT_KINDS = ['clients', 'products', 'unsubscribes'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** How large an imported file may be, in bytes and in rows under its header. */
export const IMPORT_BYTES = 2 * 1024 * 1024;
export const IMPORT_ROWS = 1000;

/**
 * The columns of each kind, in the order of the template; the first is what a row is known by. `stockWas` is the stock that a
 * product's row was written by: it changes nothing, and without it the stock of a product that is here stays.
 */
export const IMPORT_COLUMNS = {
  clients: [
    'email',
    'name',
    'phone',
    'address',
    'latitude',
    'longitude',
    'notes',
    'accessGate',
    'accessAlarm',
    'accessPets',
    'accessKey',
    'isActive',
    'company',
    'photoConsent',
    'doNotService',
    'doNotServiceReason',
    'unsubscribedAt',
  ],
  products: [
    'name',
    'price',
    'category',
    'description',
    'costPrice',
    'stockQuantity',
    'stockWas',
    'reorderLevel',
    'supplierName',
    'supplierSku',
    'imageUrl',
    'isActive',
    'isHstTaxable',
    'isPstTaxable',
    'lastPurchaseDate',
  ],
  unsubscribes: ['email', 'unsubscribedAt'],
} as const satisfies Record<ImportKind, readonly string[]>;

/** The fields of an import's form beside its file; without a word it only looks. */
export const importFields = z.object({
  kind: z.enum(IMPORT_KINDS, 'There is nothing of this name to import.'),
  dryRun: z.enum(['true', 'false'], 'Please send dryRun as true or false.').default('true'),
});

const OUTCOMES = ['create', 'update', 'unchanged', 'error'] as const;
export type ImportOutcome = (typeof OUTCOMES)[number];
/** What becomes of one row of the file: `row` as a spreadsheet counts them, `fields` those that change, `messages` what is to be said. */
export type ImportRow = { row: number; outcome: ImportOutcome; label: string; fields: string[]; messages: string[] };
/** What an import did, or would do. Nothing is written by a dry run, nor where any row is wrong. */
export type ImportReport = {
  kind: ImportKind;
  isDryRun: boolean;
  isWritten: boolean;
  columns: string[];
  ignored: string[];
  counts: Record<ImportOutcome, number>;
  rows: ImportRow[];
};
