import { and, eq, notInArray } from 'drizzle-orm';
import { hasRows } from '../../../db/prepared';
import {
  activity,
  appointmentBookings,
  clientAddresses,
  clientMessages,
  clients,
  contactInquiries,
  plans,
  quotes,
  referrals,
  workOrders,
} from '../../../db/schema';
import type { Ctx } from '../context';
import { noteChange } from './service';

/** Verbs in the log of a client that a request created. */
const CREATION = ['client.created', 'client.smsConsentGiven'];

/**
 * Deletes a client that was created by mistake, unless the office changed it or another row refers to it. Call it inside a transaction.
 */
export function removeUnusedClient(ctx: Ctx, id: number): void {
  const isClient = and(eq(activity.entityType, 'client'), eq(activity.entityId, String(id)));
  const isUsed =
    hasRows(ctx.db, activity, and(isClient, notInArray(activity.verb, CREATION))) ||
    hasRows(ctx.db, workOrders, eq(workOrders.clientId, id)) ||
    hasRows(ctx.db, plans, eq(plans.clientId, id)) ||
    hasRows(ctx.db, quotes, eq(quotes.clientId, id)) ||
    hasRows(ctx.db, appointmentBookings, eq(appointmentBookings.clientId, id)) ||
    hasRows(ctx.db, contactInquiries, eq(contactInquiries.clientId, id)) ||
    hasRows(ctx.db, clientMessages, eq(clientMessages.clientId, id)) ||
    hasRows(ctx.db, clientAddresses, eq(clientAddresses.clientId, id)) ||
    hasRows(ctx.db, referrals, eq(referrals.referrerId, id)) ||
    hasRows(ctx.db, clients, eq(clients.mergedIntoId, id));
  if (isUsed) return;
  ctx.db.delete(clients).where(eq(clients.id, id)).run();
  noteChange(ctx, id, 'removed');
}

/** Deletes an additional address that was added by mistake, unless a job is planned there. Call it inside a transaction. */
export function removeUnusedAddress(ctx: Ctx, id: number): void {
  if (hasRows(ctx.db, workOrders, eq(workOrders.addressId, id)) || hasRows(ctx.db, plans, eq(plans.addressId, id))) return;
  const removed = ctx.db.delete(clientAddresses).where(eq(clientAddresses.id, id)).returning().get();
  if (removed) noteChange(ctx, removed.clientId, 'addressRemoved', { addressId: id });
}
