import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { placeholders, prepared, rowGetter } from '../../../db/prepared';
import { changeRows } from '../../../db/row-changes';
import { appointmentBookings, clientAddresses, clients, contactInquiries } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import type { RowResults } from '../../shared/bulk';
import {
  type activeChange,
  type ClientAddress,
  type ClientProfile,
  type clientChange,
  type clientInput,
  type doNotServiceChange,
  isSameName,
} from '../../shared/clients';
import { DomainError, fieldError } from '../../shared/errors';
import { recordActivity } from '../activity';
import { isOwnEmail, keepBookings } from '../consents/own-email';
import { toE164 } from '../consents/phones';
import { copyWithdrawal, normalizeEmail } from '../consents/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { moveMarketing } from '../mail/drafts';
import { endPortalSessions } from '../session/client-sessions';
import { scheduleClientReminders } from '../visits/reminders';
import { loadFigures } from './figures';

export type ClientDetails = typeof clients.$inferSelect;
type Known = z.output<typeof clientInput>;
/** The website's forms do not ask for a company or photo consent. */
type NewClient = Omit<Known, 'company' | 'photoConsent'> & Partial<Known>;

const coordinateText = (value: number | null) => (value === null ? null : value.toFixed(8));
/** Returns a client or an address with its coordinates as wire text. */
export const withCoordinateText = <Row extends { latitude: number | null; longitude: number | null }>(row: Row) => ({
  ...row,
  latitude: coordinateText(row.latitude),
  longitude: coordinateText(row.longitude),
});

export const getRow = rowGetter(clients, 'This client does not exist.');

/** Returns the row of a client that may be changed. Throws NOT_FOUND, and CONFLICT for a merged client. */
export function getOpenRow(ctx: Ctx, id: number): ClientDetails {
  const row = getRow(ctx, id);
  if (row.mergedIntoId !== null) throw new DomainError('CONFLICT', 'This client was merged into another one.');
  return row;
}

/**
 * Returns the client and the address of a new job; `addressId` is null for the primary address. A merged client is replaced by the one
 * it was merged into. Throws NOT_FOUND.
 */
export function findJobPlace(ctx: Ctx, input: { clientId: number; addressId?: number | null | undefined }) {
  const clientId = getRow(ctx, input.clientId).mergedIntoId ?? input.clientId;
  if (input.addressId == null) return { clientId, addressId: null };
  const address = ctx.db.select().from(clientAddresses).where(eq(clientAddresses.id, input.addressId)).get();
  if (address?.clientId !== clientId) throw new DomainError('NOT_FOUND', 'This client has no such address.');
  return { clientId, addressId: address.id };
}

/** Records the activity `client.<verb>` and refreshes open screens. Call it inside a transaction. */
export function noteChange(ctx: Ctx, id: number, verb: string, data?: Record<string, unknown>): void {
  recordActivity(ctx, { verb: `client.${verb}`, entityType: 'client', entityId: id, ...(data && { data }) });
  publishAfterCommit(ctx, 'clients');
}

const INPUT = placeholders('name', 'email', 'phone', 'address', 'latitude', 'longitude', 'notes', 'company', 'photoConsent');
const insertClient = prepared((db) =>
  db
    .insert(clients)
    .values({ ...INPUT, ...placeholders('createdAt') })
    .returning(),
);

export function createClient(ctx: Ctx, input: NewClient) {
  return inTransaction(ctx.db, () => {
    const { name, email, phone, address, latitude = null, longitude = null, notes, company = null, photoConsent = false } = input;
    const values = { name, email, phone, address, latitude, longitude, notes, company, photoConsent };
    const row = insertClient(ctx.db).get({ ...values, createdAt: ctx.now().toISOString() });
    noteChange(ctx, row.id, 'created');
    return withCoordinateText(row);
  });
}

/** Most clients with the same phone or e-mail address that are compared. */
const NAMESAKES = 50;
const clientsWith = (isClient: SQL) =>
  prepared((db) => db.select().from(clients).where(isClient).orderBy(asc(clients.id)).limit(NAMESAKES));
const clientsByEmail = clientsWith(sql`lower(${clients.email}) = lower(${sql.placeholder('email')})`);
const clientsByMailbox = clientsWith(sql`${emailKey(sql`${clients.email}`)} = ${emailKey(sql`${sql.placeholder('email')}`)}`);
const hasPhone = sql`${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${sql.placeholder('phone')}`)}`;
/** Fewest digits by which clients are matched; shorter numbers would match strangers. */
export const PHONE_LENGTH = 7;
const clientsByPhone = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(and(hasPhone, sql`length(${phoneKey(sql`${sql.placeholder('phone')}`)}) >= ${sql.raw(String(PHONE_LENGTH))}`))
    .orderBy(asc(clients.id))
    .limit(NAMESAKES),
);

const clientsWithPhone = prepared((db) =>
  db
    .select({ id: clients.id, smsConsentAt: clients.smsConsentAt })
    .from(clients)
    .where(and(hasPhone, isNotNull(clients.smsConsentAt))),
);

/**
 * Returns the client with this e-mail, else the one with this phone and name, else a new one. A phone alone is not enough: people
 * share phones, and mail and invoices would go to the wrong person. A merged client is replaced by the one it was merged into.
 * `isNew` is true for a client that this call created.
 */
export function findOrCreateClient(ctx: Ctx, input: NewClient) {
  const known = findClient(ctx, input);
  if (!known) return { ...createClient(ctx, input), isNew: true };
  return { ...withCoordinateText(known.mergedIntoId === null ? known : getRow(ctx, known.mergedIntoId)), isNew: false };
}

/**
 * Returns the client with this e-mail, else the first one with this phone and name, perhaps a merged one. Skips an e-mail address that a
 * client entered without a proof that it is theirs.
 */
export const findClient = (ctx: Ctx, { email, phone, name }: Pick<NewClient, 'email' | 'phone' | 'name'>): ClientDetails | undefined =>
  (email
    ? [clientsByEmail, clientsByMailbox].flatMap((find) => find(ctx.db).all({ email })).find(({ id }) => isOwnEmail(ctx, id))
    : undefined) ??
  (phone
    ? clientsByPhone(ctx.db)
        .all({ phone })
        .find((client) => isSameName(client.name, name))
    : undefined);

export const listAddresses = (ctx: Ctx, clientId: number): ClientAddress[] =>
  ctx.db
    .select()
    .from(clientAddresses)
    .where(eq(clientAddresses.clientId, clientId))
    .orderBy(asc(clientAddresses.id))
    .all()
    .map(withCoordinateText);

/** Returns a client for its page, without the timeline. Throws NOT_FOUND. */
export function getClient(ctx: Ctx, id: number): ClientProfile {
  const row = getRow(ctx, id);
  const { name, email, phone } = clients;
  return {
    ...withCoordinateText(row),
    ...loadFigures(ctx, [id])(id),
    addresses: listAddresses(ctx, id),
    formerly: ctx.db
      .select({ id: clients.id, name, email, phone })
      .from(clients)
      .where(eq(clients.mergedIntoId, id))
      .orderBy(asc(clients.id))
      .all(),
  };
}

type Placed = { address: string; latitude?: number | null | undefined; longitude?: number | null | undefined };
/** Returns the position to store with a change: the given one, or nulls if the address changed but the position is still the old one. */
export function updatedPosition(before: Placed, { address, latitude = null, longitude = null }: Placed) {
  const isOfOldAddress = address !== before.address && latitude === before.latitude && longitude === before.longitude;
  return isOfOldAddress ? { latitude: null, longitude: null } : { latitude, longitude };
}

const setClient = prepared((db) =>
  db
    .update(clients)
    // Placeholders work here as in an insert, but the types do not allow them.
    .set({ ...INPUT, ...placeholders('accessGate', 'accessAlarm', 'accessPets', 'accessKey', 'isActive') } as object)
    .where(eq(clients.id, sql.placeholder('id'))),
);

function setSmsConsent(ctx: Ctx, { id, smsConsentAt }: Pick<ClientDetails, 'id' | 'smsConsentAt'>, isGiven: boolean): void {
  if (isGiven === (smsConsentAt !== null)) return;
  ctx.db
    .update(clients)
    .set({ smsConsentAt: isGiven ? ctx.now().toISOString() : null })
    .where(eq(clients.id, id))
    .run();
  noteChange(ctx, id, isGiven ? 'smsConsentGiven' : 'smsConsentWithdrawn');
  scheduleClientReminders(ctx, id);
}

type ConsentOf = { clientId: number; phone: string | null; smsConsentAt: string | null };
/**
 * Gives a client the consent to text messages that a booking or request brought, unless it is for another phone number. Call it inside a
 * transaction.
 */
export function takeSmsConsent(ctx: Ctx, { clientId, phone, smsConsentAt }: ConsentOf): void {
  if (smsConsentAt === null) return;
  const row = getRow(ctx, clientId);
  const number = toE164(phone ?? '');
  if (number !== undefined && number === toE164(row.phone)) setSmsConsent(ctx, row, true);
}

/** Clears the consent to text messages of the bookings and requests with a phone number, so that they cannot give it again. */
function forgetGivenConsent(ctx: Ctx, phone: string): void {
  const key = phoneKey(sql`${phone}`);
  for (const { table, column } of [
    { table: appointmentBookings, column: appointmentBookings.clientPhone },
    { table: contactInquiries, column: contactInquiries.phone },
  ])
    ctx.db
      .update(table)
      .set({ smsConsentAt: null })
      .where(and(eq(phoneKey(sql`${column}`), key), isNotNull(column), isNotNull(table.smsConsentAt)))
      .run();
}

/** Withdraws the consent of all clients with a phone number to text messages. Call it inside a transaction. */
export function withdrawSmsConsent(ctx: Ctx, phone: string): void {
  for (const row of clientsWithPhone(ctx.db).all({ phone })) setSmsConsent(ctx, row, false);
  forgetGivenConsent(ctx, phone);
}

/**
 * Changes a client; writes nothing if nothing differs. The consent to text messages ends with the number that it was given for, unless
 * the change gives it for the new one. Throws NOT_FOUND, CONFLICT.
 */
export function changeClient(ctx: Ctx, { id, smsConsent, ...input }: z.output<typeof clientChange>): void {
  inTransaction(ctx.db, () => {
    const row = getOpenRow(ctx, id);
    const isSameNumber = toE164(input.phone) === toE164(row.phone);
    if (smsConsent !== undefined || !isSameNumber) setSmsConsent(ctx, row, smsConsent ?? false);
    if (smsConsent === false && row.phone !== null) forgetGivenConsent(ctx, row.phone);
    const values = { ...input, ...updatedPosition(row, input) };
    const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => values[field] !== row[field]);
    if (fields.length === 0) return;
    if (row.email !== null && values.email !== null && values.email !== row.email) copyWithdrawal(ctx, row.email, values.email);
    const replaced = normalizeEmail(values.email ?? '') === normalizeEmail(row.email ?? '') ? null : row.email;
    if (replaced !== null) {
      keepBookings(ctx, { id, email: replaced });
      // The office replaces an address that is wrong or has become another person's.
      if (ctx.actor.kind === 'admin') endPortalSessions(ctx, { id });
    }
    setClient(ctx.db).run({ ...values, id });
    if (replaced !== null) moveMarketing(ctx, { clientId: id, from: replaced, to: values.email });
    noteChange(ctx, id, 'updated', { fields });
    scheduleClientReminders(ctx, id);
  });
}

/** Changes a client and returns it. Throws NOT_FOUND, CONFLICT. */
export const updateClient = (ctx: Ctx, change: z.output<typeof clientChange>): ClientProfile =>
  inTransaction(ctx.db, () => {
    changeClient(ctx, change);
    return getClient(ctx, change.id);
  });

/**
 * Archives clients or makes them active again, and returns what became of each, see {@link changeRows}. Reports CONFLICT for a client that
 * already is in that state, so that an undo changes only what the call changed.
 */
export const setActive = (ctx: Ctx, { ids, isActive }: z.output<typeof activeChange>): RowResults =>
  changeRows(
    ctx.db,
    [...new Set(ids)],
    (id) => id,
    (id) => {
      const row = getOpenRow(ctx, id);
      if (row.isActive === isActive) throw new DomainError('CONFLICT', `${row.name} is ${isActive ? 'active' : 'archived'} already.`);
      ctx.db.update(clients).set({ isActive }).where(eq(clients.id, id)).run();
      noteChange(ctx, id, isActive ? 'madeActive' : 'archived');
    },
  );

/**
 * Sets or removes the "do not service" mark of a client. Repeating it changes nothing. Throws NOT_FOUND, CONFLICT, and BAD_REQUEST for
 * a mark without a reason.
 */
export function setDoNotService(ctx: Ctx, { id, doNotService, reason }: z.output<typeof doNotServiceChange>): ClientProfile {
  return inTransaction(ctx.db, () => {
    const row = getOpenRow(ctx, id);
    if (doNotService && !reason) throw fieldError('reason', 'Please give a reason.');
    const doNotServiceReason = doNotService ? reason : null;
    if (row.doNotService !== doNotService || row.doNotServiceReason !== doNotServiceReason) {
      ctx.db.update(clients).set({ doNotService, doNotServiceReason }).where(eq(clients.id, id)).run();
      noteChange(ctx, id, doNotService ? 'doNotService' : 'servedAgain');
      scheduleClientReminders(ctx, id);
    }
    return getClient(ctx, id);
  });
}
