import type { RecordKey, RecordKind } from '../../../../shared/search';
import { RECENT_RECORDS_KEY } from '../../../../shared/session-keys';
import { tryStorage } from '../../../browser-store';

const KEPT = 8;

/** The search parameters by which screens open a record. */
const OPENED: readonly (readonly [path: string, parameter: string, kind: RecordKind])[] = [
  ['/clients', 'client', 'client'],
  ['/team', 'order', 'work-order'],
  ['/dispatch', 'job', 'work-order'],
  ['/plans', 'plan', 'plan'],
  ['/bookings', 'booking', 'booking'],
  ['/admin', 'priced', 'priced-quote'],
  ['/admin', 'quote', 'quote'],
  ['/invoices', 'invoice', 'invoice'],
  ['/receipts', 'receipt', 'receipt'],
  ['/orders', 'order', 'order'],
  ['/inventory', 'product', 'product'],
  ['/inventory-accounting', 'product', 'product'],
  ['/team-management', 'member', 'member'],
  ['/messages', 'message', 'message'],
];

const isKey = (value: unknown): value is RecordKey =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value && Number.isSafeInteger(value.id);

/** Returns the records that this device opened last, the last one first. The device keeps their ids alone, and no names. */
export function readRecentRecords(): RecordKey[] {
  const stored: unknown = tryStorage(() => JSON.parse(localStorage.getItem(RECENT_RECORDS_KEY) ?? '[]'));
  return Array.isArray(stored) ? stored.filter(isKey).slice(0, KEPT) : [];
}

/** Remembers the record that an address opens, if it opens one. */
export function rememberAddress(path: string, search: Record<string, unknown>): void {
  const [, parameter, kind] = OPENED.find(([screen, name]) => screen === path && search[name] !== undefined) ?? [];
  const id = Number(parameter && search[parameter]);
  if (!kind || !Number.isSafeInteger(id) || id < 1) return;
  const others = readRecentRecords().filter((record) => record.kind !== kind || record.id !== id);
  tryStorage(() => localStorage.setItem(RECENT_RECORDS_KEY, JSON.stringify([{ kind, id }, ...others].slice(0, KEPT))));
}
