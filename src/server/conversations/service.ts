import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { isBefore, prepared, readPage } from '../../../db/prepared';
import { clientMessages, clients, conversations } from '../../../db/schema';
import type {
  byClient,
  ClientMessage,
  clientMessages as clientMessagePage,
  conversationInput,
  conversationList,
  conversationListInput,
  messageToClient,
} from '../../shared/conversations';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import { getRow } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueFromTemplate } from '../mail/templates';
import { getCompany } from '../settings/service';

/** Characters of the newest message that the list of conversations shows. */
const PREVIEW_LENGTH = 120;
/** The condition of unread conversations, worded as in their index, so that queries can use that. */
const HAS_UNREAD = sql`unread > 0`;

/** Returns a page of the clients who have messages, or unread ones, the newest message first. */
export const listConversations = (
  ctx: Ctx,
  { limit, cursor, unread }: z.output<typeof conversationListInput>,
): z.output<typeof conversationList> =>
  readPage(
    ctx.db
      .select({
        clientId: conversations.clientId,
        name: clients.name,
        unread: conversations.unread,
        lastAt: conversations.lastAt,
        lastFrom: clientMessages.from,
        lastText: sql<string>`substr(${clientMessages.text}, 1, ${PREVIEW_LENGTH})`,
        lastMessageId: conversations.lastMessageId,
      })
      .from(conversations)
      .innerJoin(clients, eq(clients.id, conversations.clientId))
      .innerJoin(clientMessages, eq(clientMessages.id, conversations.lastMessageId))
      .where(and(unread ? HAS_UNREAD : undefined, isBefore(conversations.lastMessageId, cursor)))
      .orderBy(desc(conversations.lastMessageId)),
    limit,
    ({ lastMessageId }) => lastMessageId,
    (rows) => rows.map(({ lastMessageId: _, ...row }) => row),
  );

const unreadCounts = prepared((db) =>
  db
    .select({ clients: sql<number>`count(*)`, messages: sql<number>`coalesce(sum(${conversations.unread}), 0)` })
    .from(conversations)
    .where(HAS_UNREAD),
);
/** Counts the messages that the office has not read, and the clients who wrote them. */
export const countUnread = ({ db }: Pick<Ctx, 'db'>) => unreadCounts(db).get() ?? { clients: 0, messages: 0 };

/** Returns a page of the messages between a client and the office, newest first; none for an unknown client. */
export const listClientMessages = (
  ctx: Ctx,
  { clientId, limit, cursor }: z.output<typeof conversationInput>,
): z.output<typeof clientMessagePage> =>
  readPage(
    ctx.db
      .select({
        id: clientMessages.id,
        from: clientMessages.from,
        text: clientMessages.text,
        at: clientMessages.createdAt,
        readAt: clientMessages.readAt,
      })
      .from(clientMessages)
      .where(and(eq(clientMessages.clientId, clientId), isBefore(clientMessages.id, cursor)))
      .orderBy(desc(clientMessages.id)),
    limit,
    ({ id }) => id,
    (rows) => rows,
  );

/** Returns a page of the messages of a client, newest first. Throws NOT_FOUND. */
export function getConversation(ctx: Ctx, input: z.output<typeof conversationInput>): z.output<typeof clientMessagePage> {
  getRow(ctx, input.clientId);
  return listClientMessages(ctx, input);
}

/** Stores a message of a client or to one. Call it inside a transaction, which also queues the notice of it. */
function addClientMessage(ctx: Ctx, message: Pick<typeof clientMessages.$inferInsert, 'clientId' | 'from' | 'text'>): { id: number } {
  const { id } = ctx.db
    .insert(clientMessages)
    .values({ ...message, createdAt: ctx.now().toISOString() })
    .returning({ id: clientMessages.id })
    .get();
  const verb = message.from === 'client' ? 'client.messageReceived' : 'client.messageSent';
  recordActivity(ctx, { verb, entityType: 'client', entityId: message.clientId, data: { messageId: id } });
  publishAfterCommit(ctx, 'conversations');
  return { id };
}

/** Stores a message of a client and queues a notice to the office. Call it inside a transaction. */
export function receiveMessage(ctx: Ctx, { clientId, text }: z.output<typeof messageToClient>): { id: number } {
  const { id } = addClientMessage(ctx, { clientId, from: 'client', text });
  queueFromTemplate(ctx, {
    purpose: 'client-message',
    to: getCompany(ctx).email,
    relatedType: 'client',
    relatedId: clientId,
    dedupeKey: `client-message:${id}`,
    values: {
      customerName: getRow(ctx, clientId).name,
      message: text,
      officeLink: `${ctx.origin}/messages?view=conversations&client=${clientId}`,
    },
  });
  return { id };
}

/** Stores a message to a client and mails it, if they have an e-mail address. Throws NOT_FOUND, CONFLICT for a merged client. */
export function sendMessage(ctx: Ctx, { clientId, text }: z.output<typeof messageToClient>): { id: number } {
  return inTransaction(ctx.db, () => {
    const { name, email, mergedIntoId } = getRow(ctx, clientId);
    if (mergedIntoId !== null) throw new DomainError('CONFLICT', 'This client was merged into another one. Please write to that one.');
    const { id } = addClientMessage(ctx, { clientId, from: 'office', text });
    if (email !== null)
      queueFromTemplate(ctx, {
        purpose: 'office-message',
        to: email,
        relatedType: 'client',
        relatedId: clientId,
        dedupeKey: `office-message:${id}`,
        values: { customerName: name, message: text, pageLink: `${ctx.origin}/my/messages` },
      });
    return { id };
  });
}

/** Marks the messages that one side wrote as read by the other. Returns how many were unread. */
export function markMessagesRead(ctx: Ctx, clientId: number, from: ClientMessage['from']): { read: number } {
  return inTransaction(ctx.db, () => {
    const unread = and(eq(clientMessages.clientId, clientId), eq(clientMessages.from, from), isNull(clientMessages.readAt));
    const { changes } = ctx.db.update(clientMessages).set({ readAt: ctx.now().toISOString() }).where(unread).run();
    if (changes > 0) {
      recordActivity(ctx, { verb: 'client.messagesRead', entityType: 'client', entityId: clientId, data: { from, messages: changes } });
      publishAfterCommit(ctx, 'conversations');
    }
    return { read: changes };
  });
}

/** Marks the messages of a client as read by the office. Throws NOT_FOUND. */
export function markConversationRead(ctx: Ctx, { clientId }: z.output<typeof byClient>): { read: number } {
  getRow(ctx, clientId);
  return markMessagesRead(ctx, clientId, 'client');
}
