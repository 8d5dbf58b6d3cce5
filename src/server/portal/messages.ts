import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, readPage } from '../../../db/prepared';
import { clientMessages } from '../../../db/schema';
import type { messageInput, messagesRead, portalMessages, portalMessagesInput } from '../../shared/portal-schemas';
import { recordActivity } from '../activity';
import { getRow } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueFromTemplate } from '../mail/templates';
import { getCompany } from '../settings/service';
import { callingClient } from './calling-client';

/** Stores a message of the client and mails it to the office. */
export function sendMessage(ctx: Ctx, { text }: z.output<typeof messageInput>): { id: number } {
  return inTransaction(ctx.db, () => {
    const client = getRow(ctx, callingClient(ctx));
    const { id } = ctx.db
      .insert(clientMessages)
      .values({ clientId: client.id, from: 'client', text, createdAt: ctx.now().toISOString() })
      .returning({ id: clientMessages.id })
      .get();
    queueFromTemplate(ctx, {
      purpose: 'client-message',
      to: getCompany(ctx).email,
      relatedType: 'client',
      relatedId: client.id,
      dedupeKey: `client-message:${id}`,
      values: {
        customerName: client.name,
        message: text,
        officeLink: `${ctx.origin}/messages?view=conversations&client=${client.id}`,
      },
    });
    recordActivity(ctx, { verb: 'client.messageReceived', entityType: 'client', entityId: client.id, data: { messageId: id } });
    publishAfterCommit(ctx, 'conversations');
    return { id };
  });
}

/** Lists the messages between the client and the office, newest first. */
export const listMessages = (ctx: Ctx, { limit, cursor }: z.output<typeof portalMessagesInput>): z.output<typeof portalMessages> =>
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
      .where(and(eq(clientMessages.clientId, callingClient(ctx)), cursor == null ? undefined : sql`${clientMessages.id} < ${cursor}`))
      .orderBy(desc(clientMessages.id)),
    limit,
    ({ id }) => id,
    (rows) => rows,
  );

const isUnread = (ctx: Ctx) => and(eq(clientMessages.clientId, callingClient(ctx)), sql`"from" = 'office'`, isNull(clientMessages.readAt));

/** Counts the messages of the office that the client has not read. */
export const countUnread = (ctx: Ctx): number => countRows(ctx.db, clientMessages, isUnread(ctx));

/** Marks the messages of the office as read and returns their number. */
export function markRead(ctx: Ctx): z.output<typeof messagesRead> {
  return inTransaction(ctx.db, () => {
    const { changes } = ctx.db.update(clientMessages).set({ readAt: ctx.now().toISOString() }).where(isUnread(ctx)).run();
    if (changes > 0) publishAfterCommit(ctx, 'conversations');
    return { read: changes };
  });
}
