import { z } from 'zod';
import { idSchema, line, singleSpaced } from './text';

export const RECORD_KINDS = [
  'client',
  'work-order',
  'plan',
  'booking',
  'quote',
  'priced-quote',
  'invoice',
  'receipt',
  'order',
  'product',
  'member',
  'message',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const kind = z.enum(RECORD_KINDS, 'Please choose a kind of record.');
/** Names a record of the office. The id of an order is its number. */
const recordKey = z.object({ kind, id: idSchema });
export type RecordKey = z.output<typeof recordKey>;

/** A record as lists of several kinds show it. `at` is its instant or day, or null. */
export const recordSummary = recordKey.extend({ title: z.string(), detail: z.string(), at: z.string().nullable() });
export type RecordSummary = z.output<typeof recordSummary>;

/** `limit` is the most rows of each kind. */
export const everythingInput = z.object({
  text: line(100).transform((text) => singleSpaced(text.normalize('NFC'))),
  limit: z.int('Please give a limit.').min(1, 'Please give a limit.').max(20, 'Use a limit of at most 20.').default(5),
});
/** The rows are grouped by kind, after those whose name or number is the text itself. */
export const everythingFound = z.object({
  rows: z.array(recordSummary.extend({ isExact: z.boolean(), isUnassigned: z.boolean() })),
});
export type FoundRecord = z.output<typeof everythingFound>['rows'][number];

export const recordsInput = z.object({ records: z.array(recordKey).max(20, 'Name at most 20 records.') });
export const recordsFound = z.object({ rows: z.array(recordSummary) });
