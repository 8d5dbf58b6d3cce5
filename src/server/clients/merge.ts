import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import {
  appointmentBookings,
  clientAddresses,
  clientMessages,
  clients,
  contactInquiries,
  payerNames,
  plans,
  quotes,
  ratings,
  referrals,
  sessions,
  workOrders,
} from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { addressKey, type ClientProfile, type clientMerge, DUPLICATE_REASONS, type duplicateList } from '../../shared/clients';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import { isOwnEmail, OWN_EMAIL_CHANGE } from '../consents/own-email';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { scheduleClientReminders } from '../visits/reminders';
import { toClientRows } from './search';
import { type ClientDetails, getClient, getRow, listAddresses, noteChange, PHONE_LENGTH } from './service';

const MOST_DUPLICATES = 50;

/** Returns possible duplicates of a client, newest first, with the reasons. Throws NOT_FOUND. */
export function findDuplicates(ctx: Ctx, { id }: { id: number }): z.output<typeof duplicateList> {
  const row = getRow(ctx, id);
  const phone = phoneKey(sql`${row.phone}`);
  const sameEmail = sql<number>`${emailKey(sql`${clients.email}`)} = ${emailKey(sql`${row.email}`)}`;
  const samePhone = sql<number>`${phoneKey(sql`${clients.phone}`)} = ${phone}`;
  const sameName = sql<number>`lower(${clients.name}) = lower(${row.name})`;
  const isPhone = sql<number>`length(${phone}) >= ${PHONE_LENGTH}`;
  const found = ctx.db
    .select({ client: clients, sameEmail, samePhone: sql<number>`${isPhone} and ${samePhone}`, sameName })
    .from(clients)
    .where(and(ne(clients.id, id), sql`+${isNull(clients.mergedIntoId)}`, or(sameEmail, and(samePhone, isPhone), sameName)))
    .orderBy(sql`${clients.id} desc`)
    .limit(MOST_DUPLICATES)
    .all()
    .map(({ client, ...same }) => ({ client, has: [same.sameEmail, same.samePhone, same.sameName && isSameAddress(client, row)] }))
    .filter(({ has }) => has.some(Boolean));
  const rows = toClientRows(
    ctx,
    found.map(({ client }) => client),
  );
  return {
    rows: rows.map((client, index) => ({ ...client, reasons: DUPLICATE_REASONS.filter((_reason, which) => found[index]?.has[which]) })),
  };
}

type Addressed = { address: string };
const isSameAddress = (a: Addressed, b: Addressed): boolean => addressKey(a.address) === addressKey(b.address);

function joinTexts(kept: string | null, other: string | null): string | null {
  if (!kept || !other || kept.includes(other)) return kept || other;
  return `${kept}\n${other}`;
}
const joinAccess = (kept: AccessNotes, other: AccessNotes): AccessNotes => ({
  accessGate: joinTexts(kept.accessGate, other.accessGate),
  accessAlarm: joinTexts(kept.accessAlarm, other.accessAlarm),
  accessPets: joinTexts(kept.accessPets, other.accessPets),
  accessKey: joinTexts(kept.accessKey, other.accessKey),
});
type AccessNotes = Pick<ClientDetails, 'accessGate' | 'accessAlarm' | 'accessPets' | 'accessKey'>;

/** Returns the id of the surviving client's address for the other's primary address, or undefined if both have the same one. */
function findOrCopyAddress(ctx: Ctx, from: ClientDetails, into: ClientDetails): number | undefined {
  if (isSameAddress(from, into)) return undefined;
  const known = listAddresses(ctx, into.id).find((address) => isSameAddress(address, from));
  if (known) {
    ctx.db.update(clientAddresses).set(joinAccess(known, from)).where(eq(clientAddresses.id, known.id)).run();
    return known.id;
  }
  const { address, latitude, longitude, accessGate, accessAlarm, accessPets, accessKey } = from;
  const access = { accessGate, accessAlarm, accessPets, accessKey };
  return ctx.db
    .insert(clientAddresses)
    .values({ clientId: into.id, label: 'Other address', address, latitude, longitude, ...access, createdAt: ctx.now().toISOString() })
    .returning({ id: clientAddresses.id })
    .get().id;
}

/** Gives the surviving client the names under which the other one pays, unless it pays under them too. */
function movePayerNames({ db }: Ctx, from: number, into: number): void {
  const names = db.delete(payerNames).where(eq(payerNames.clientId, from)).returning().all();
  for (const name of names)
    db.insert(payerNames)
      .values({ ...name, clientId: into })
      .onConflictDoNothing()
      .run();
}

/** Moves all rows of client `from` to client `into`; jobs at its primary address get `addressId`. Returns the number of rows by kind. */
function moveRows(ctx: Ctx, from: number, into: number, addressId: number | undefined) {
  const { db } = ctx;
  if (addressId !== undefined)
    for (const table of [workOrders, plans])
      db.update(table)
        .set({ addressId })
        .where(and(eq(table.clientId, from), isNull(table.addressId)))
        .run();
  movePayerNames(ctx, from, into);
  db.update(sessions)
    .set({ subjectId: into })
    .where(and(eq(sessions.kind, 'client'), eq(sessions.subjectId, from)))
    .run();
  const clientId = into;
  return {
    workOrders: db.update(workOrders).set({ clientId }).where(eq(workOrders.clientId, from)).run().changes,
    plans: db.update(plans).set({ clientId }).where(eq(plans.clientId, from)).run().changes,
    bookings: db.update(appointmentBookings).set({ clientId }).where(eq(appointmentBookings.clientId, from)).run().changes,
    ratings: db.update(ratings).set({ clientId }).where(eq(ratings.clientId, from)).run().changes,
    messages: db.update(clientMessages).set({ clientId }).where(eq(clientMessages.clientId, from)).run().changes,
    pricedQuotes: db.update(quotes).set({ clientId }).where(eq(quotes.clientId, from)).run().changes,
    quotes: db.update(contactInquiries).set({ clientId }).where(eq(contactInquiries.clientId, from)).run().changes,
    addresses: db.update(clientAddresses).set({ clientId }).where(eq(clientAddresses.clientId, from)).run().changes,
    referrals: db.update(referrals).set({ referrerId: into }).where(eq(referrals.referrerId, from)).run().changes,
    earlier: db.update(clients).set({ mergedIntoId: into }).where(eq(clients.mergedIntoId, from)).run().changes,
  };
}

/** Returns the changes to the surviving client: it keeps what it has, and a warning about either applies to both. */
function mergedFields(into: ClientDetails, from: ClientDetails): Partial<ClientDetails> {
  const shared = isSameAddress(from, into)
    ? { latitude: into.latitude ?? from.latitude, longitude: into.longitude ?? from.longitude, ...joinAccess(into, from) }
    : {};
  return {
    ...shared,
    email: into.email || from.email,
    phone: into.phone || from.phone,
    notes: joinTexts(into.notes, from.notes),
    isActive: into.isActive || from.isActive,
    doNotService: into.doNotService || from.doNotService,
    company: into.company ?? from.company,
    // The merged client's photos show both places, so both must have consented.
    photoConsent: into.photoConsent && from.photoConsent,
    // Consent to text messages is for a number, which the surviving client may not keep.
    smsConsentAt: into.phone ? into.smsConsentAt : from.smsConsentAt,
    doNotServiceReason: joinTexts(into.doNotServiceReason, from.doNotServiceReason),
  };
}

function assertMergeable(from: ClientDetails, into: ClientDetails): void {
  if (from.id === into.id) throw new DomainError('CONFLICT', 'A client cannot be merged into itself.');
  if (from.mergedIntoId !== null) throw new DomainError('CONFLICT', 'This client was merged into another one already.');
  if (into.mergedIntoId !== null) throw new DomainError('CONFLICT', 'The client to keep was itself merged into another one.');
}

/**
 * Merges the client `id` into `intoId` and moves all linked rows. The merged client stays hidden, so that its e-mail and phone still
 * find the other. This is the only function that writes foreign keys of other domains. Repeating it changes nothing. Throws NOT_FOUND,
 * CONFLICT.
 */
export function mergeClients(ctx: Ctx, { id, intoId }: z.output<typeof clientMerge>): ClientProfile {
  return inTransaction(ctx.db, () => {
    const [from, into] = [getRow(ctx, id), getRow(ctx, intoId)];
    if (from.mergedIntoId === intoId) return getClient(ctx, intoId);
    assertMergeable(from, into);
    const moved = moveRows(ctx, id, intoId, findOrCopyAddress(ctx, from, into));
    ctx.db.update(clients).set(mergedFields(into, from)).where(eq(clients.id, intoId)).run();
    // An address without a confirmation stays so under the surviving client.
    if (!into.email && from.email && !isOwnEmail(ctx, id))
      recordActivity(ctx, { verb: OWN_EMAIL_CHANGE, entityType: 'client', entityId: intoId });
    ctx.db.update(clients).set({ mergedIntoId: intoId, isActive: false }).where(eq(clients.id, id)).run();
    noteChange(ctx, id, 'merged', { intoId, ...moved });
    scheduleClientReminders(ctx, intoId);
    for (const topic of ['quotes', 'booking'] as const) publishAfterCommit(ctx, topic);
    return getClient(ctx, intoId);
  });
}
