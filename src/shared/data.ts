import { z } from 'zod';
import { idSchema } from './text';

/** The tables that can be exported, by name, in the order of the screen. */
export const EXPORT_TABLES = [
  'clients',
  'client_addresses',
  'contact_inquiries',
  'appointment_bookings',
  'appointment_slots',
  'closed_days',
  'waitlist_entries',
  'plans',
  'plan_exceptions',
  'work_orders',
  'job_components',
  'work_order_assignments',
  'work_order_photos',
  'team_members',
  'team_member_logs',
  'time_off',
  'member_hours',
  'price_items',
  'quotes',
  'quote_lines',
  'products',
  'stock_movements',
  'orders',
  'order_items',
  'invoices',
  'invoice_items',
  'receipts',
  'credit_notes',
  'money_in',
  'payer_names',
  'ratings',
  'client_messages',
  'todos',
  'invoice_jobs',
  'tips',
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
/** The most rows that can be chosen for an export of a part of a table. */
export const EXPORTED_ROWS = 500;
/** The ids of the rows to export, separated by commas; the whole table without them. */
export const exportedIds = z
  .string()
  .optional()
  .transform((text): unknown => text?.split(','))
  .pipe(z.array(idSchema).max(EXPORTED_ROWS, `Please choose at most ${EXPORTED_ROWS} rows.`).optional());

/** The kinds of rows that can be imported from a CSV file. */
export const IMPORT_KINDS = ['clients', 'jobs', 'products', 'unsubscribes'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** The largest imported file, in bytes and in rows under its header. */
export const IMPORT_BYTES = 2 * 1024 * 1024;
export const IMPORT_ROWS: Record<ImportKind, number> = { clients: 10_000, jobs: 10_000, products: 1000, unsubscribes: 1000 };

/**
 * The columns of each kind, in the order of the template; the first identifies a row. `stockWas` is the stock at the time of the export:
 * it changes nothing, and without it the stock of a stored product stays.
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
  jobs: [
    'Client Name',
    'Client Email',
    'Client Phone',
    'Service Street',
    'Service City',
    'Service',
    'Frequency',
    'Next Visit',
    'Start Time',
    'Duration',
    'Price',
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
/** Columns of our own exports that an import also reads, but that are not in its template. */
export const EXPORT_COLUMNS: Partial<Record<ImportKind, readonly string[]>> = { unsubscribes: ['withdrawnAt'] };

/** The fields of an import's form beside its file. The default is a dry run. */
export const importFields = z.object({
  kind: z.enum(IMPORT_KINDS, 'There is no such kind of import.'),
  dryRun: z.enum(['true', 'false'], 'Please send dryRun as true or false.').default('true'),
  /** Imports the other rows of a file in which some are wrong. */
  leaveOutErrors: z.enum(['true', 'false'], 'Please send leaveOutErrors as true or false.').default('false'),
});

const OUTCOMES = ['create', 'update', 'unchanged', 'error'] as const;
export type ImportOutcome = (typeof OUTCOMES)[number];
/** The outcome of one row: `row` as spreadsheets count, `fields` those that change, `messages` remarks and errors. */
export type ImportRow = { row: number; outcome: ImportOutcome; label: string; fields: string[]; messages: string[] };
/** The outcome of an import or a dry run. Nothing is written by a dry run, or when a row is wrong and wrong rows are not left out. */
export type ImportReport = {
  kind: ImportKind;
  isDryRun: boolean;
  isWritten: boolean;
  columns: string[];
  ignored: string[];
  counts: Record<ImportOutcome, number>;
  rows: ImportRow[];
};
