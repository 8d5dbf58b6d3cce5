import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, prepared } from '../../../db/prepared';
import { clientLinks, clients, outbox, sessions } from '../../../db/schema';
import { emailKey } from '../../../db/schema/checks';
import { DomainError } from '../../shared/errors';
import { type byLink, type choiceInput, LINK_TOKEN, type linkRequest, type openedLink } from '../../shared/portal-schemas';
import { MINIMUM_FILL_MS } from '../../shared/quotes';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import { getRow } from '../clients/service';
import { EMAIL_CONFIRMED, isOwnEmail } from '../consents/own-email';
import type { Ctx, RequestCtx } from '../context';
import { withoutSecretLink } from '../mail/secret-links';
import { queueFromTemplate } from '../mail/templates';
import { endClientSession, endPortalSessions } from '../session/client-sessions';
import { openSession } from '../session/service';
import { cookieNames, hashToken, newToken, sessionCookie } from '../session/tokens';
import { callingClient } from './calling-client';

const LINK_MINUTES = 15;
const LINKS_AN_HOUR = 5;
const SESSION_DAYS = 90;
/** Time after the answer at which a link is made, so that the answer does not tell whether the address is known. */
const DELAY_MS = 50;
/** The most clients of one e-mail address that the person can choose from. */
const MOST_CLIENTS = 20;

const clientsByEmail = prepared((db) =>
  db
    .select({ id: clients.id, name: clients.name, email: sql<string>`${clients.email}`, mergedIntoId: clients.mergedIntoId })
    .from(clients)
    .where(eq(emailKey(sql`${clients.email}`), emailKey(sql`${sql.placeholder('email')}`)))
    .orderBy(clients.id)
    .limit(MOST_CLIENTS),
);

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Returns the stored address to which a link for a typed address goes. The typed one may differ, such as by dots in a Gmail address, and
 * must not get links to a page of others.
 */
function findMailbox(ctx: Ctx, typed: string): string | undefined {
  const found = clientsByEmail(ctx.db).all({ email: typed });
  return (found.find(({ email }) => isSame(email, typed)) ?? found[0])?.email.trim();
}

/**
 * Lists the clients of a mailbox; of merged ones the clients that they were merged into. Leaves out clients who typed the address without a
 * confirmation if it is known to be another client's, whose mailbox must not open their pages.
 */
function listMailboxClients(ctx: Ctx, mailbox: string): { id: number; name: string }[] {
  const found = clientsByEmail(ctx.db)
    .all({ email: mailbox })
    .filter(({ email }) => isSame(email, mailbox));
  const owners = found.filter(({ id }) => isOwnEmail(ctx, id));
  const ids = [...new Set((owners.length > 0 ? owners : found).map(({ id, mergedIntoId }) => mergedIntoId ?? id))];
  if (ids.length === 0) return [];
  return ctx.db.select({ id: clients.id, name: clients.name }).from(clients).where(inArray(clients.id, ids)).orderBy(clients.id).all();
}

/** Stores a new link for a mailbox and returns its id and address. Call it inside a transaction. */
function addLink(ctx: Ctx, mailbox: string): { id: number; url: string } {
  const token = newToken();
  const now = ctx.now();
  const { id } = ctx.db
    .insert(clientLinks)
    .values({ tokenHash: hashToken(token), email: mailbox, createdAt: now.toISOString(), expiresAt: addMinutes(now, LINK_MINUTES) })
    .returning({ id: clientLinks.id })
    .get();
  return { id, url: `${ctx.origin}/my/open/${token}` };
}

/** Returns a sign-in link for a client with this e-mail address, for whoever runs the server. Throws NOT_FOUND. */
export function makeLink(ctx: Ctx, email: string): string {
  return inTransaction(ctx.db, () => {
    const mailbox = findMailbox(ctx, email);
    if (mailbox === undefined) throw new DomainError('NOT_FOUND', `No client has the e-mail address ${email}.`);
    return addLink(ctx, mailbox).url;
  });
}

function sendLink(ctx: RequestCtx, typed: string): void {
  const mailbox = findMailbox(ctx, typed);
  if (mailbox === undefined) return;
  inTransaction(ctx.db, () => {
    const now = ctx.now();
    const since = addMinutes(now, -60);
    const sent = countRows(ctx.db, clientLinks, and(eq(sql`lower(email)`, mailbox.toLowerCase()), gt(clientLinks.createdAt, since)));
    if (sent >= LINKS_AN_HOUR) return;
    const [first] = listMailboxClients(ctx, mailbox);
    if (!first) return;
    const { id, url } = addLink(ctx, mailbox);
    queueFromTemplate(ctx, {
      purpose: 'client-link',
      to: mailbox,
      relatedType: 'client',
      relatedId: first.id,
      dedupeKey: `client-link:${id}`,
      values: { customerName: first.name, minutes: String(LINK_MINUTES), signInLink: url },
    });
    recordActivity(ctx, { verb: 'client.linkSent', entityType: 'client', entityId: first.id });
  });
}

/**
 * Mails a sign-in link to a client, after the answer, which is the same for a known address, an unknown one, a form that a program filled
 * in and an address that had its links of this hour. A client gets at most 5 links an hour, and one IP address may ask for 20.
 */
export function requestLink(ctx: RequestCtx, { email, website, filledInMs = MINIMUM_FILL_MS }: z.output<typeof linkRequest>) {
  const isByProgram = Boolean(website) || (ctx.limits.enabled && filledInMs < MINIMUM_FILL_MS);
  const send = () => {
    try {
      sendLink(ctx, email);
    } catch (error) {
      ctx.onFault(error);
    }
  };
  const sendLater = () => void (isByProgram || setTimeout(send, DELAY_MS));
  const ok = (): { ok: true } => ({ ok: true });
  return ctx.limits.take('signInLink', ctx.clientKey).then(sendLater).then(ok, ok);
}

/** Returns the reason not to send a link any more, or null. */
export const reasonNotToSendLink = (ctx: Ctx, createdAt: string): string | null =>
  addMinutes(new Date(createdAt), LINK_MINUTES) <= ctx.now().toISOString() ? 'The link has expired.' : null;

/**
 * Opens a session of 90 days with a sign-in link, which is then used up, and returns the clients of its e-mail address. With several of
 * them, the session can do nothing until one is chosen, and ends after 15 minutes without a choice. Throws NOT_FOUND, and CONFLICT for a
 * link that is used or expired.
 */
export function openLink(ctx: RequestCtx, { token }: z.output<typeof byLink>): z.output<typeof openedLink> {
  const opened = inTransaction(ctx.db, () => {
    const now = ctx.now().toISOString();
    const tokenHash = hashToken(token);
    const link = LINK_TOKEN.test(token) ? ctx.db.select().from(clientLinks).where(eq(clientLinks.tokenHash, tokenHash)).get() : undefined;
    if (!link) throw new DomainError('NOT_FOUND', 'This sign-in link is not valid.');
    if (link.usedAt !== null) throw new DomainError('CONFLICT', 'This sign-in link was used already. Please ask for a new one.');
    if (link.expiresAt <= now) throw new DomainError('CONFLICT', 'This sign-in link has expired. Please ask for a new one.');
    const found = listMailboxClients(ctx, link.email);
    if (found.length === 0) throw new DomainError('NOT_FOUND', 'This sign-in link is not valid.');
    ctx.db.update(clientLinks).set({ usedAt: now }).where(eq(clientLinks.id, link.id)).run();
    if (ctx.clientToken) endClientSession(ctx, ctx.clientToken);
    const only = found.length === 1 ? found[0] : undefined;
    const session = openSession(ctx, 'client', only?.id ?? 0, only ? SESSION_DAYS * 1440 : LINK_MINUTES, link.id);
    if (only) recordSignIn(ctx, only, link.email);
    return { session, clients: found };
  });
  setCookie(ctx, opened.session, SESSION_DAYS * 86_400);
  return { clients: opened.clients };
}

/** Records that a client signed in with a link to a mailbox, which confirms an address of theirs only if the mailbox is this address. */
function recordSignIn(ctx: Ctx, client: { id: number; name: string }, mailbox: string): void {
  const asClient: Ctx = { ...ctx, actor: { kind: 'client', ...client } };
  recordActivity(asClient, { verb: 'session.opened', entityType: 'client', entityId: client.id });
  if (isSame(getRow(ctx, client.id).email ?? '', mailbox) && !isOwnEmail(ctx, client.id))
    recordActivity(asClient, { verb: EMAIL_CONFIRMED, entityType: 'client', entityId: client.id });
}

function setCookie(ctx: RequestCtx, value: string, maxAge: number): void {
  ctx.responseHeaders.append('set-cookie', sessionCookie(ctx.origin, cookieNames(ctx.origin).client, value, maxAge, 'Lax'));
}

/** Finds the session of this browser with the address of its link, also while no client is chosen. */
const findLinkedSession = (ctx: RequestCtx) =>
  ctx.db
    .select({ idHash: sessions.idHash, subjectId: sessions.subjectId, email: clientLinks.email })
    .from(sessions)
    .innerJoin(clientLinks, eq(clientLinks.id, sessions.linkId))
    .where(
      and(
        eq(sessions.idHash, hashToken(ctx.clientToken ?? '')),
        eq(sessions.kind, 'client'),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, ctx.now().toISOString()),
      ),
    )
    .get();

/** Lists the clients to choose from. Returns an empty list when a client is chosen or no session exists. */
export function listChoices(ctx: RequestCtx): z.output<typeof openedLink> {
  const session = findLinkedSession(ctx);
  return { clients: session?.subjectId === 0 ? listMailboxClients(ctx, session.email) : [] };
}

/** Chooses a client of the link's e-mail address, once for each session. Throws UNAUTHORIZED, NOT_FOUND. */
export function chooseClient(ctx: RequestCtx, { clientId }: z.output<typeof choiceInput>): { id: number; name: string } {
  return inTransaction(ctx.db, () => {
    const row = findLinkedSession(ctx);
    if (!row) throw new DomainError('UNAUTHORIZED', 'Please sign in.');
    const chosen = listMailboxClients(ctx, row.email).find(({ id }) => id === clientId);
    if (!chosen || (row.subjectId !== 0 && row.subjectId !== clientId)) throw new DomainError('NOT_FOUND', 'This client does not exist.');
    if (row.subjectId === clientId) return chosen;
    const expiresAt = addMinutes(ctx.now(), SESSION_DAYS * 1440);
    ctx.db.update(sessions).set({ subjectId: clientId, expiresAt }).where(eq(sessions.idHash, row.idHash)).run();
    recordSignIn(ctx, chosen, row.email);
    return chosen;
  });
}

/** Ends the session of this browser. */
export function signOut(ctx: RequestCtx): { ended: number } {
  const ended = inTransaction(ctx.db, () => Number(ctx.clientToken !== undefined && endClientSession(ctx, ctx.clientToken)));
  setCookie(ctx, '', 0);
  return { ended };
}

/** Ends all sessions of the client and returns their number. */
export function signOutEverywhere(ctx: RequestCtx): { ended: number } {
  const result = endPortalSessions(ctx, { id: callingClient(ctx) });
  setCookie(ctx, '', 0);
  return result;
}

/** Removes expired links from the texts of messages, and forgets links a day after they expired. */
export function dropExpiredLinks(ctx: Ctx): void {
  const now = ctx.now();
  const expired = lte(clientLinks.expiresAt, now.toISOString());
  const keys = ctx.db
    .select({ key: sql<string>`'client-link:' || ${clientLinks.id}` })
    .from(clientLinks)
    .where(expired);
  const rows = ctx.db
    .select({ id: outbox.id, purpose: outbox.purpose, body: outbox.body })
    .from(outbox)
    .where(and(inArray(outbox.dedupeKey, keys), sql`instr(${outbox.body}, '/my/open/') > 0`))
    .all();
  inTransaction(ctx.db, () => {
    for (const row of rows)
      ctx.db
        .update(outbox)
        .set({ body: withoutSecretLink(row).body })
        .where(eq(outbox.id, row.id))
        .run();
    ctx.db
      .delete(clientLinks)
      .where(lt(clientLinks.expiresAt, addMinutes(now, -1440)))
      .run();
  });
}
