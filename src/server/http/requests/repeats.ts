import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../../../db/client';
import { DomainError } from '../../../shared/errors';

/** Hashes the contents of a request, so that a repeated one is recognized. */
export const hashContents = (contents: unknown): string => createHash('sha256').update(JSON.stringify(contents)).digest('base64url');

/** Hashes a request without its idempotency key and confirmation. */
export const hashRequest = ({ idempotencyKey: _key, confirm: _confirm, ...input }: Record<string, unknown>): string => hashContents(input);

/** Throws UNPROCESSABLE if the stored row of an idempotency key has other contents. */
export function assertRepeat(
  stored: { requestHash: string | null } | undefined,
  requestHash: string,
  message = 'This Idempotency-Key was used for something else already.',
): void {
  if (stored && stored.requestHash !== requestHash) throw new DomainError('UNPROCESSABLE', message);
}

const repeats = new WeakSet<object>();
/** Marks the input of a call that returns what an equal call stored, so that it counts against no limit even if both arrived together. */
export const noteRepeat = (input: object): void => void repeats.add(input);
export const isNotedRepeat = (input: unknown): boolean => typeof input === 'object' && input !== null && repeats.has(input);

type Keyed = SQLiteTable & { idempotencyKey: SQLiteColumn };
/** Finds the row that was stored with an idempotency key. Throws UNPROCESSABLE if its contents differ. */
export function findRepeat<Table extends Keyed>(
  { db }: { db: Db },
  table: Table,
  key: string | null | undefined,
  requestHash: string,
): Table['$inferSelect'] | undefined {
  if (!key) return undefined;
  const rows = db.select().from(table as SQLiteTable);
  const row = rows.where(eq(table.idempotencyKey, key)).get() as { requestHash: string | null } | undefined;
  assertRepeat(row, requestHash);
  return row;
}
