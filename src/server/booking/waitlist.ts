import { randomBytes } from 'node:crypto';
import { and, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../db/client';
import { cutPage, isBefore, prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, waitlistEntries } from '../../../db/schema';
import { emailKey, phoneKey } from '../../../db/schema/checks';
import { MANAGE_TOKEN, TIME_WINDOWS, WAITLIST_STATUSES, type WaitlistStatus } from '../../shared/booking';
import {
  type byManageToken,
  type StaffWaitlistEntry,
  WAITLIST_VIEWS,
  type WaitlistEntry,
  type WaitlistSubmission,
  type waitlistPage,
} from '../../shared/booking-schemas';
import { closureRefusal, noticeRefusal, timeRefusal, windowBounds } from '../../shared/booking-times';
import { DomainError, fieldError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import { getSlot, isClosedDay, readDay, releaseSlot } from '../calendar/service';
import { noteEntry, offerFreePlaces } from '../calendar/waitlist';
import { PHONE_LENGTH } from '../clients/service';
import { toPhoneKey } from '../consents/phones';
import type { Ctx, RequestCtx } from '../context';
import { noteRepeat } from '../http/requests/repeats';
import { getManageUrl } from '../mail/messages/calendar-entry';
import { queueWaitlistJoined } from '../mail/messages/waitlist';
import { getCompany, getSettings } from '../settings/service';
import { bookHeldPlace } from './service';

/** Open entries that one e-mail address or phone number may have. */
const MAX_OPEN_ENTRIES = 3;

const entryColumns = {
  ...getTableColumns(waitlistEntries),
  offeredTimeSlot: appointmentSlots.timeSlot,
  bookingReference: appointmentBookings.bookingReference,
  manageToken: appointmentBookings.manageToken,
};
const entryQuery = (db: Db) =>
  db
    .select(entryColumns)
    .from(waitlistEntries)
    .leftJoin(appointmentSlots, eq(appointmentSlots.id, waitlistEntries.offeredSlotId))
    .leftJoin(appointmentBookings, eq(appointmentBookings.id, waitlistEntries.bookingId));
const entryByToken = prepared((db) => entryQuery(db).where(eq(waitlistEntries.token, sql.placeholder('token'))));
type Row = NonNullable<ReturnType<ReturnType<typeof entryByToken>['get']>>;

const given = sql.placeholder;
const phone = phoneKey(sql`${given('phone')}`);
// The statuses are written out, so that SQLite uses the partial indexes.
const openEntries = prepared((db) =>
  db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        sql`status in ('waiting', 'offered')`,
        or(
          eq(emailKey(sql`client_email`), emailKey(sql`${given('email')}`)),
          and(eq(phoneKey(sql`client_phone`), phone), sql`length(${phone}) >= ${sql.raw(String(PHONE_LENGTH))}`),
        ),
      ),
    ),
);

/** Returns the status now: an offer that has run out and an entry whose day has passed are expired before the background job ends them. */
function getStatus(ctx: Ctx, { status, offeredUntil, date }: Pick<Row, 'status' | 'offeredUntil' | 'date'>): WaitlistStatus {
  if (status === 'offered' && offeredUntil !== null && offeredUntil <= ctx.now().toISOString()) return 'expired';
  return status === 'waiting' && date < businessDay(ctx.now()) ? 'expired' : status;
}

function toShown(ctx: Ctx, row: Row) {
  const status = getStatus(ctx, row);
  return { ...row, status, offeredUntil: status === 'offered' ? row.offeredUntil : null };
}

/** Returns the entry of a link. Throws NOT_FOUND. */
function getRow(ctx: Ctx, token: string): Row {
  const row = MANAGE_TOKEN.test(token) ? entryByToken(ctx.db).get({ token }) : undefined;
  if (!row) throw new DomainError('NOT_FOUND', 'This waitlist link is not valid.');
  return row;
}

/** Returns the entry of a link, for the person who has it. Throws NOT_FOUND. */
export function getWaitlistEntry(ctx: Ctx, { token }: z.output<typeof byManageToken>): WaitlistEntry {
  const row = getRow(ctx, token);
  return { ...toShown(ctx, row), manageUrl: row.bookingReference === null ? null : getManageUrl(ctx.origin, row) };
}

/** Returns the open entries of a person, known by e-mail or phone. */
const listOpenEntries = (ctx: Ctx, { clientEmail: email, clientPhone }: WaitlistSubmission) =>
  openEntries(ctx.db)
    .all({ email, phone: clientPhone })
    .filter((entry) => getStatus(ctx, entry) !== 'expired');
const toWord = (text: string) => text.trim().toLowerCase();
const toKey = (phone: string) => toPhoneKey(phone) || phone;
/**
 * Returns the entry of the same name, e-mail and phone for a day and service; one match alone may be a neighbour, who must not get the key.
 */
const findSame = (open: readonly (typeof waitlistEntries.$inferSelect)[], input: WaitlistSubmission) =>
  open.find(
    (entry) =>
      entry.date === input.date &&
      entry.serviceType === input.serviceType &&
      toWord(entry.clientName) === toWord(input.clientName) &&
      toWord(entry.clientEmail) === toWord(input.clientEmail) &&
      toKey(entry.clientPhone) === toKey(input.clientPhone),
  );

/** Returns whether a person waits for a day and service already, so that joining again is a repeat. */
export const isWaiting = (ctx: Ctx, input: WaitlistSubmission): boolean => findSame(listOpenEntries(ctx, input), input) !== undefined;

/**
 * Adds a visitor to the waitlist of a full window or day and mails them the link to leave it. The same person, day and service again
 * returns the earlier open entry. Throws BAD_REQUEST for a time that can no longer be booked, CONFLICT if a matching place is free, and
 * TOO_MANY for more than three open entries.
 */
export function joinWaitlist(ctx: Ctx, input: WaitlistSubmission): { token: string } {
  return inTransaction(ctx.db, () => {
    assertAhead(ctx, input);
    const open = listOpenEntries(ctx, input);
    const earlier = findSame(open, input);
    if (earlier) {
      noteRepeat(input);
      return { token: earlier.token };
    }
    assertFull(ctx, input);
    if (open.length >= MAX_OPEN_ENTRIES) refuseMore(ctx, open);
    const { website: _website, filledInMs: _filledInMs, ...fields } = input;
    const at = ctx.now().toISOString();
    const entry = ctx.db
      .insert(waitlistEntries)
      .values({ ...fields, token: randomBytes(16).toString('base64url'), createdAt: at, updatedAt: at })
      .returning()
      .get();
    queueWaitlistJoined(ctx, entry);
    noteEntry(ctx, entry.id, 'joined');
    return { token: entry.token };
  });
}

/**
 * Throws BAD_REQUEST if the clock or the opening hours forbid every window that the visitor would take, and CONFLICT if visitors have to
 * call to book them.
 */
function assertAhead(ctx: Ctx, { date, timeSlot }: WaitlistSubmission): void {
  const [settings, now] = [getSettings(ctx), ctx.now()];
  const windows = (timeSlot === null ? TIME_WINDOWS : [timeSlot]).map((window) => ({ date, timeSlot: window }));
  const refusals = windows.map((window) => timeRefusal(window, settings, now));
  const [refusal] = refusals;
  if (refusal !== undefined && !refusals.includes(undefined)) throw fieldError(timeSlot === null ? 'date' : 'timeSlot', refusal);
  const notices = windows.filter((_, index) => refusals[index] === undefined).map((window) => noticeRefusal(window, settings, now));
  const [notice] = notices;
  if (notice !== undefined && !notices.includes(undefined)) throw new DomainError('CONFLICT', notice);
}

/** Throws CONFLICT if the visitor can book a matching place right away. */
function assertFull(ctx: Ctx, { date, serviceType, timeSlot }: WaitlistSubmission): void {
  const isFree = readDay(ctx, date).slots.some(
    (slot) => slot.serviceType === serviceType && (timeSlot === null || slot.timeSlot === timeSlot) && slot.isAvailable,
  );
  if (isFree) throw new DomainError('CONFLICT', 'There is a free time on this day: please book it.');
}

function refuseMore(ctx: Ctx, open: { date: string }[]): never {
  const [first = businessDay(ctx.now())] = open.map(({ date }) => date).sort();
  const [, ends] = windowBounds({ date: first, timeSlot: TIME_WINDOWS[TIME_WINDOWS.length - 1] ?? '18:00-20:00' });
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(ends) - ctx.now().getTime()) / 1000));
  const message = `You are on the list ${open.length} times already. Please leave one of them first, or call us at ${getCompany(ctx).phone.display}.`;
  throw new DomainError('TOO_MANY', message, { retryAfterSeconds });
}

const NOT_OFFERED: Record<Exclude<WaitlistStatus, 'offered'>, string> = {
  waiting: 'No place has opened yet. We will email you when one does.',
  booked: 'You have booked this place already.',
  expired: 'This offer has run out. Please choose another time.',
  left: 'You have left the list. Please choose another time.',
};

/**
 * Books the place that is held for a person, with their data. Throws NOT_FOUND, and CONFLICT if no
 * place is offered or its day or window was closed since.
 */
export function acceptOffer(ctx: Ctx & Pick<RequestCtx, 'limits'>, { token }: z.output<typeof byManageToken>): WaitlistEntry {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, token);
    const status = getStatus(ctx, row);
    if (status !== 'offered') throw new DomainError('CONFLICT', NOT_OFFERED[status]);
    const slot = getSlot(ctx, row.offeredSlotId ?? 0);
    const isDayClosed = isClosedDay(ctx, slot.date);
    const refusal = closureRefusal({ ...slot, isDayClosed, bookedInWindow: 0 }, { crewCap: null });
    if (refusal !== undefined) throw new DomainError('CONFLICT', refusal);
    const booked = bookHeldPlace(ctx, row, slot);
    setStatus(ctx, row.id, { status: 'booked', bookingId: booked.id });
    return getWaitlistEntry(ctx, { token });
  });
}

/**
 * Takes a person off the waitlist and hands on a place that was held for them; an entry that has ended stays as it is. Throws NOT_FOUND.
 */
export function leaveWaitlist(ctx: Ctx, { token }: z.output<typeof byManageToken>): WaitlistEntry {
  return inTransaction(ctx.db, () => {
    endEntry(ctx, getRow(ctx, token), 'left');
    return getWaitlistEntry(ctx, { token });
  });
}

function setStatus(ctx: Ctx, id: number, change: { status: 'booked' | 'expired' | 'left'; bookingId?: number }): void {
  ctx.db
    .update(waitlistEntries)
    .set({ ...change, updatedAt: ctx.now().toISOString() })
    .where(eq(waitlistEntries.id, id))
    .run();
  noteEntry(ctx, id, change.status);
}

/** Ends an open entry. A place that was held for it goes to the next person who waits, or back to everyone. */
function endEntry(ctx: Ctx, { id, status, offeredSlotId, date }: typeof waitlistEntries.$inferSelect, end: 'expired' | 'left'): void {
  if (status !== 'waiting' && status !== 'offered') return;
  setStatus(ctx, id, { status: end });
  if (status !== 'offered' || offeredSlotId === null) return;
  releaseSlot(ctx, offeredSlotId);
  offerFreePlaces(ctx, date);
}

// Each names its partial index: SQLite would prefer the index of all statuses, and sort.
const endedOffers = prepared((db) =>
  db
    .select({ id: sql<number>`id` })
    .from(sql`waitlist_entries indexed by waitlist_entries_offered`)
    .where(sql`status = 'offered' and offered_until <= ${given('now')}`)
    .orderBy(sql`offered_until`),
);
const waitersBefore = prepared((db) =>
  db
    .select({ id: sql<number>`id` })
    .from(sql`waitlist_entries indexed by waitlist_entries_waiting`)
    .where(sql`status = 'waiting' and date < ${given('today')}`),
);
const entryById = prepared((db) =>
  db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, given('id'))),
);

/** Passes on the places whose offers have run out, and ends the entries whose day has passed. */
export function endRunOutEntries(ctx: Ctx): void {
  const now = ctx.now();
  const ended = [...endedOffers(ctx.db).all({ now: now.toISOString() }), ...waitersBefore(ctx.db).all({ today: businessDay(now) })];
  for (const { id } of ended)
    inTransaction(ctx.db, () => {
      const entry = entryById(ctx.db).get({ id });
      if (entry && getStatus(ctx, entry) === 'expired') endEntry(ctx, entry, 'expired');
    });
}

/** Lists the entries of a view of the waitlist, newest first. Each status has an index in this order, so their rows are read apart. */
export function listWaitlist(
  ctx: Ctx,
  { limit, cursor, view }: z.output<typeof waitlistPage>,
): { rows: StaffWaitlistEntry[]; nextCursor: number | null } {
  const statuses = view === undefined ? WAITLIST_STATUSES : WAITLIST_VIEWS[view];
  const found = statuses.flatMap((status) =>
    entryQuery(ctx.db)
      .where(and(eq(waitlistEntries.status, status), isBefore(waitlistEntries.id, cursor)))
      .orderBy(desc(waitlistEntries.id))
      .limit(limit + 1)
      .all(),
  );
  const { rows, nextCursor } = cutPage(
    found.sort((one, other) => other.id - one.id),
    limit,
    ({ id }) => id,
  );
  return { rows: rows.map((row) => toShown(ctx, row)), nextCursor };
}
