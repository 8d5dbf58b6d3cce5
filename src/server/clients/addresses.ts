import { and, eq, inArray, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, hasRows, rowGetter } from '../../../db/prepared';
import { clientAddresses, clients, plans, workOrders } from '../../../db/schema';
import { type addressChange, type addressInput, addressKey, type ClientProfile, MAX_ADDRESSES } from '../../shared/clients';
import { OPEN_STATUSES } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { Ctx } from '../context';
import { getClient, getOpenRow, noteChange, updatedPosition } from './service';

const getAddressRow = rowGetter(clientAddresses, 'This address does not exist.');

/** Adds an address to a client. Throws NOT_FOUND, and CONFLICT for a merged client or one with `MAX_ADDRESSES`. */
export function addAddress(ctx: Ctx, input: z.output<typeof addressInput>): ClientProfile {
  return inTransaction(ctx.db, () => {
    const { id } = getOpenRow(ctx, input.clientId);
    if (countRows(ctx.db, clientAddresses, eq(clientAddresses.clientId, id)) >= MAX_ADDRESSES)
      throw new DomainError('CONFLICT', `A client can have at most ${MAX_ADDRESSES} additional addresses.`);
    const createdAt = ctx.now().toISOString();
    const row = ctx.db
      .insert(clientAddresses)
      .values({ ...input, createdAt })
      .returning({ id: clientAddresses.id })
      .get();
    noteChange(ctx, id, 'addressAdded', { addressId: row.id });
    return getClient(ctx, id);
  });
}

/**
 * Returns the id of the client's address that matches a typed one, and adds it if it is new; null for the client's primary address,
 * undefined if it is new and the client has `MAX_ADDRESSES`. Call it inside a transaction.
 */
export function findOrAddAddress(ctx: Ctx, clientId: number, typed: string, label: string): number | null | undefined {
  const key = addressKey(typed);
  if (addressKey(getOpenRow(ctx, clientId).address) === key) return null;
  const further = ctx.db.select().from(clientAddresses).where(eq(clientAddresses.clientId, clientId)).limit(MAX_ADDRESSES).all();
  const known = further.find(({ address }) => addressKey(address) === key);
  if (known || further.length >= MAX_ADDRESSES) return known?.id;
  const { id } = ctx.db
    .insert(clientAddresses)
    .values({ clientId, label, address: typed, createdAt: ctx.now().toISOString() })
    .returning({ id: clientAddresses.id })
    .get();
  noteChange(ctx, clientId, 'addressAdded', { addressId: id });
  return id;
}

/** Changes an additional address; writes nothing if nothing differs. Throws NOT_FOUND. */
export function updateAddress(ctx: Ctx, { id, ...input }: z.output<typeof addressChange>): ClientProfile {
  return inTransaction(ctx.db, () => {
    const row = getAddressRow(ctx, id);
    const values = { ...input, ...updatedPosition(row, input) };
    const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => values[field] !== row[field]);
    if (fields.length > 0) {
      ctx.db.update(clientAddresses).set(values).where(eq(clientAddresses.id, id)).run();
      noteChange(ctx, row.clientId, 'addressUpdated', { addressId: id, fields });
    }
    return getClient(ctx, row.clientId);
  });
}

const ACCESS_FIELDS = ['accessGate', 'accessAlarm', 'accessPets', 'accessKey'] as const;
type AccessNotes = Pick<typeof clients.$inferSelect, (typeof ACCESS_FIELDS)[number]>;
type AccessChange = AccessNotes & { clientId: number; addressId: number | null };

/**
 * Stores the entry instructions of a client's own address, or of one of their further addresses; the log holds only which of them changed.
 * Throws NOT_FOUND, CONFLICT.
 */
export function setAccessNotes(ctx: Ctx, { clientId, addressId, ...notes }: AccessChange): void {
  inTransaction(ctx.db, () => {
    const client = getOpenRow(ctx, clientId);
    const isOwn = (id: number) => and(eq(clientAddresses.id, id), eq(clientAddresses.clientId, clientId));
    const row = addressId === null ? client : ctx.db.select().from(clientAddresses).where(isOwn(addressId)).get();
    if (!row) throw new DomainError('NOT_FOUND', 'This address does not exist.');
    const fields = ACCESS_FIELDS.filter((field) => notes[field] !== row[field]);
    if (fields.length === 0) return;
    const values = Object.fromEntries(fields.map((field) => [field, notes[field]]));
    if (addressId === null) ctx.db.update(clients).set(values).where(eq(clients.id, clientId)).run();
    else ctx.db.update(clientAddresses).set(values).where(eq(clientAddresses.id, addressId)).run();
    noteChange(ctx, clientId, addressId === null ? 'updated' : 'addressUpdated', { ...(addressId !== null && { addressId }), fields });
  });
}

/** Deletes an additional address. Throws NOT_FOUND, and CONFLICT while an open work order or a plan that has not ended goes there. */
export function removeAddress(ctx: Ctx, { id }: { id: number }): ClientProfile {
  return inTransaction(ctx.db, () => {
    const row = getAddressRow(ctx, id);
    if (countRows(ctx.db, workOrders, and(eq(workOrders.addressId, id), inArray(workOrders.status, OPEN_STATUSES))) > 0)
      throw new DomainError('CONFLICT', 'An open work order goes to this address. Finish or cancel it first.');
    if (hasRows(ctx.db, plans, and(eq(plans.addressId, id), ne(plans.status, 'ended'))))
      throw new DomainError('CONFLICT', 'Regular visits go to this address. Please change or end them first.');
    ctx.db.delete(clientAddresses).where(eq(clientAddresses.id, id)).run();
    noteChange(ctx, row.clientId, 'addressRemoved', { addressId: id });
    return getClient(ctx, row.clientId);
  });
}
