import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull, notLike, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countImplied, countKept } from '../../../db/kept-counts';
import { cutPage, isBefore, prepared } from '../../../db/prepared';
import { consents, marketingRecipients } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import type { ConsentBasis } from '../../shared/automation';
import { CONSENT_PHONE, type ConsentAnswer, type consentFigures, type consentInput, type consentListInput } from '../../shared/consents';
import { mailboxKey } from '../../shared/mailbox';
import { shortDate } from '../../shared/staff-times';
import { businessDay, isInstant } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { AT_CHECKOUT, type Basis, newestExpress, newestInquiry, newestPurchase } from './grounds';
import { getPerson, type Person } from './person';
import { assertPhone } from './phones';

export type { Basis } from './grounds';

type ConsentRow = typeof consents.$inferSelect;
/** Most proofs that are shown for a person. */
const MOST_PROOFS = 50;

/** Returns an address as it is stored here. Comparisons use `mailboxKey` or `emailKey`. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const isRecipient = (email: SQL) => eq(emailKey(sql`${marketingRecipients.email}`), emailKey(email));

const unsubscribedSince = prepared((db) =>
  db
    .select({ at: sql<string | null>`max(${marketingRecipients.unsubscribedAt})` })
    .from(marketingRecipients)
    .where(isRecipient(sql`${sql.placeholder('email')}`)),
);
const lastWithdrawal = prepared((db) =>
  db
    .select({ at: sql<string | null>`max(${consents.withdrawnAt})` })
    .from(consents)
    .where(
      and(
        eq(emailKey(sql`${consents.email}`), emailKey(sql`${sql.placeholder('email')}`)),
        // With a plain basis SQLite walks all express consents by their date, a hundred thousand in a large company.
        sql`+${consents.basis} = 'express'`,
        // Anyone may tick and untick the checkout's box for any address, so unticking is no withdrawal.
        notLike(consents.source, `${AT_CHECKOUT}%`),
      ),
    ),
);

const newest = (instants: (string | null | undefined)[]): string | null =>
  instants.reduce<string | null>((a, b) => (b && (!a || b > a) ? b : a), null);
const findUnsubscribedAt = (ctx: Pick<Ctx, 'db'>, { emails }: Person) =>
  newest(emails.map((email) => unsubscribedSince(ctx.db).get({ email })?.at));
const findWithdrawnAt = (ctx: Pick<Ctx, 'db'>, { emails }: Person) =>
  newest(emails.map((email) => lastWithdrawal(ctx.db).get({ email })?.at));

const formatOnDay = ({ now }: Pick<Ctx, 'now'>, at: string): string =>
  isInstant(at) ? ` on ${shortDate(businessDay(at), businessDay(now()))}` : '';

type BasisOrReason = { basis: Basis; reason: null } | { basis: null; reason: string };
const noBasis = (reason: string): BasisOrReason => ({ basis: null, reason });

/** Returns the basis on which a person may get marketing now, or the reason not to send it. All addresses of a person count as one. */
export function explainBasis(ctx: Pick<Ctx, 'db' | 'now'>, email: string): BasisOrReason {
  const person = getPerson(ctx, normalizeEmail(email));
  const unsubscribedAt = findUnsubscribedAt(ctx, person);
  if (unsubscribedAt) return noBasis(`They unsubscribed${formatOnDay(ctx, unsubscribedAt)}.`);
  const withdrawnAt = findWithdrawnAt(ctx, person);
  const counts = (basis: Basis | undefined): basis is Basis =>
    basis !== undefined && (basis.until === null || ctx.now().toISOString() < basis.until) && (!withdrawnAt || basis.since >= withdrawnAt);
  for (const find of [newestExpress, newestPurchase, newestInquiry]) {
    const basis = find(ctx, person);
    if (counts(basis)) return { basis, reason: null };
  }
  return noBasis(
    withdrawnAt
      ? `They withdrew their consent${formatOnDay(ctx, withdrawnAt)}.`
      : 'There is no express consent, no purchase within two years and no inquiry within six months.',
  );
}

export const findBasis = (ctx: Pick<Ctx, 'db' | 'now'>, email: string): Basis | undefined => explainBasis(ctx, email).basis ?? undefined;

const findProof = prepared((db) =>
  db
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(emailKey(sql`${consents.email}`), emailKey(sql`${sql.placeholder('email')}`)),
        eq(consents.basis, sql.placeholder('basis')),
        eq(consents.source, sql.placeholder('source')),
        eq(consents.obtainedAt, sql.placeholder('since')),
      ),
    )
    .limit(1),
);

/** Stores the proof of the implied consent behind a message, once. Call it inside a transaction. */
export function storeProof(ctx: Ctx, email: string, { basis, source, since, until }: Basis): void {
  if (basis === 'express' || findProof(ctx.db).get({ email: normalizeEmail(email), basis, source, since })) return;
  insertConsent(ctx, { email: normalizeEmail(email), phone: null, basis, source, obtainedAt: since, expiresAt: until, recordedBy: null });
}

function insertConsent(ctx: Ctx, row: Omit<ConsentRow, 'id' | 'withdrawnAt'>): ConsentRow {
  const made = ctx.db.insert(consents).values(row).returning().get();
  recordActivity(ctx, { verb: 'consent.recorded', entityType: 'consent', entityId: made.id, data: { basis: row.basis } });
  publishAfterCommit(ctx, 'messages');
  return made;
}

type Express = { email: string; phone: string | null; basis: Extract<ConsentBasis, 'express'>; source: string };

/**
 * Stores an express consent unless a current one exists. After an unsubscribe or withdrawal only the owner or the link in a message
 * (`isByLink`) can renew it, because anyone can type an address into a form.
 */
export function recordConsent(ctx: Ctx, { email, phone, basis, source }: Express, isByLink = false): void {
  inTransaction(ctx.db, () => {
    const key = normalizeEmail(email);
    const person = getPerson(ctx, key);
    const isUndoing = ctx.actor.kind === 'admin' || isByLink;
    if (isUndoing)
      for (const address of person.emails)
        ctx.db
          .update(marketingRecipients)
          .set({ unsubscribedAt: null })
          .where(isRecipient(sql`${address}`))
          .run();
    const withdrawnAt = findWithdrawnAt(ctx, person);
    if (!isUndoing && (withdrawnAt || findUnsubscribedAt(ctx, person))) return;
    const known = newestExpress(ctx, { ...person, emails: [key] });
    if (known && (!withdrawnAt || known.since >= withdrawnAt)) return;
    const recordedBy = ctx.actor.kind === 'admin' && !isByLink ? ctx.actor.name : null;
    insertConsent(ctx, { email: key, phone, basis, source, obtainedAt: ctx.now().toISOString(), expiresAt: null, recordedBy });
  });
}

/**
 * Stores the consent that a visitor ticked at the checkout, for its cart. Ticking again renews it, except after an unsubscribe.
 */
export const recordAtCheckout = (ctx: Ctx, { email, cartId }: { email: string; cartId: string }): void =>
  recordConsent(ctx, { email, phone: null, basis: 'express', source: `${AT_CHECKOUT}${cartId}` });

/** Ends only the consent that this cart gave, because a cart does not prove who owns the address. Call it inside a transaction. */
export function endAtCheckout(ctx: Ctx, { email, cartId }: { email: string; cartId: string }): void {
  const ended = endConsents(ctx, normalizeEmail(email), eq(consents.source, `${AT_CHECKOUT}${cartId}`));
  if (ended.length > 0) recordEnd(ctx, ended);
}

const endConsents = (ctx: Ctx, email: string, which?: SQL, at = ctx.now().toISOString()): { id: number }[] =>
  ctx.db
    .update(consents)
    .set({ withdrawnAt: at })
    .where(and(eq(emailKey(sql`${consents.email}`), emailKey(sql`${email}`)), isNull(consents.withdrawnAt), which))
    .returning({ id: consents.id })
    .all();

/** Records the end of consents without the address: the activity log contains no addresses. */
function recordEnd(ctx: Ctx, ended: readonly { id: number }[]): void {
  recordActivity(ctx, { verb: 'consent.withdrawn', entityType: 'consent', entityId: ended.at(-1)?.id ?? 0 });
  publishAfterCommit(ctx, 'messages');
}

/** Unsubscribes an address; returns false if it was unsubscribed before. */
function markUnsubscribed(ctx: Ctx, email: string, at: string): boolean {
  ensureRecipient(ctx, email);
  const { changes } = ctx.db
    .update(marketingRecipients)
    .set({ unsubscribedAt: at })
    .where(and(isRecipient(sql`${email}`), isNull(marketingRecipients.unsubscribedAt)))
    .run();
  return changes > 0;
}

/**
 * Unsubscribes a person at all their addresses: their consents end, and later purchases imply no consent. Returns all their addresses in
 * lower case. Call it inside a transaction.
 */
export function recordWithdrawal(ctx: Ctx, email: string, at = ctx.now().toISOString()): string[] {
  const key = normalizeEmail(email);
  const { emails } = getPerson(ctx, key);
  const ended = emails.flatMap((address) => endConsents(ctx, address, undefined, at));
  const marked = emails.filter((address) => markUnsubscribed(ctx, address, at));
  if (ended.length > 0 || marked.length > 0) recordEnd(ctx, ended);
  return emails;
}

/**
 * Copies an unsubscribe or withdrawal to a client's new address. Call it before the change of address, inside its transaction.
 */
export function copyWithdrawal(ctx: Ctx, from: string, to: string): void {
  const key = normalizeEmail(to);
  if (normalizeEmail(from) === '' || key === '' || mailboxKey(from) === mailboxKey(to)) return;
  const person = getPerson(ctx, normalizeEmail(from));
  const unsubscribedAt = findUnsubscribedAt(ctx, person);
  const withdrawnAt = findWithdrawnAt(ctx, person);
  const isMarked = unsubscribedAt !== null && markUnsubscribed(ctx, key, unsubscribedAt);
  const isMissing = withdrawnAt !== null && (lastWithdrawal(ctx.db).get({ email: key })?.at ?? '') < withdrawnAt;
  if (isMissing) {
    const source = 'withdrawn under an earlier address';
    ctx.db.insert(consents).values({ email: key, basis: 'express', source, obtainedAt: withdrawnAt, withdrawnAt }).run();
  }
  if (isMarked || isMissing) recordEnd(ctx, []);
}

const insertRecipient = prepared((db) =>
  db
    .insert(marketingRecipients)
    .values({ email: sql.placeholder('email'), token: sql.placeholder('token'), createdAt: sql.placeholder('at') })
    .onConflictDoNothing({ target: marketingRecipients.email }),
);
const recipientByEmail = prepared((db) =>
  db
    .select({ token: marketingRecipients.token })
    .from(marketingRecipients)
    .where(eq(marketingRecipients.email, sql.placeholder('email'))),
);

/** Creates the unsubscribe token of an address, once. Call it inside a transaction. */
export function ensureRecipient(ctx: Ctx, email: string): void {
  insertRecipient(ctx.db).run({ email: normalizeEmail(email), token: randomBytes(16).toString('base64url'), at: ctx.now().toISOString() });
}

/** Returns the unsubscribe URL of an address, or undefined if no marketing message was ever written to it. */
export function findUnsubscribeUrl({ db, origin }: Pick<Ctx, 'db' | 'origin'>, email: string): string | undefined {
  const found = recipientByEmail(db).get({ email: normalizeEmail(email) });
  return found && `${origin}/unsubscribe/${found.token}`;
}

/** Returns the basis on which an address may get marketing, or the reason not to send it, and the proofs, newest first. */
export function getConsent(ctx: Ctx, { email }: { email: string }): ConsentAnswer {
  const person = getPerson(ctx, normalizeEmail(email));
  const rows = person.emails
    .flatMap((address) =>
      ctx.db
        .select()
        .from(consents)
        .where(eq(emailKey(sql`${consents.email}`), emailKey(sql`${address}`)))
        .orderBy(desc(consents.id))
        .limit(MOST_PROOFS)
        .all(),
    )
    .sort((a, b) => b.id - a.id)
    .slice(0, MOST_PROOFS);
  return { email: normalizeEmail(email), ...explainBasis(ctx, email), unsubscribedAt: findUnsubscribedAt(ctx, person), rows };
}

/** Stores an express consent that the owner was given, and returns the consent of the address. Throws BAD_REQUEST for an invalid phone. */
export function recordByOwner(ctx: Ctx, { email, phone, source }: z.output<typeof consentInput>): ConsentAnswer {
  if (phone !== null) assertPhone(phone, 'phone', CONSENT_PHONE);
  recordConsent(ctx, { email, phone, basis: 'express', source });
  return getConsent(ctx, { email });
}

export function listConsents(ctx: Ctx, { limit, cursor }: z.output<typeof consentListInput>) {
  const rows = ctx.db
    .select()
    .from(consents)
    .where(isBefore(consents.id, cursor))
    .orderBy(desc(consents.id))
    .limit(limit + 1)
    .all();
  return cutPage(rows, limit, ({ id }) => id);
}

/** Counts addresses with an express consent, with a current implied one, with a withdrawn one, and unsubscribed ones. */
export function countConsents(ctx: Ctx): z.output<typeof consentFigures> {
  return {
    express: countKept(ctx, 'express'),
    implied: countImplied(ctx, ctx.now().toISOString()),
    withdrawn: countKept(ctx, 'withdrawn'),
    unsubscribed: countKept(ctx, 'unsubscribed'),
  };
}

export const findRecipient = (ctx: Ctx, { token }: { token: string }): { email: string } | undefined =>
  ctx.db.select({ email: marketingRecipients.email }).from(marketingRecipients).where(eq(marketingRecipients.token, token)).get();
