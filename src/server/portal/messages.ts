import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows } from '../../../db/prepared';
import { clientMessages } from '../../../db/schema';
import type { clientMessages as messagePage, messagesRead } from '../../shared/conversations';
import type { messageInput, ownPage } from '../../shared/portal-schemas';
import type { Ctx } from '../context';
import { listClientMessages, markMessagesRead, receiveMessage } from '../conversations/service';
import { callingClient } from './calling-client';

/** Stores a message of the client and mails it to the office. */
export const sendMessage = (ctx: Ctx, { text }: z.output<typeof messageInput>): { id: number } =>
  inTransaction(ctx.db, () => receiveMessage(ctx, { clientId: callingClient(ctx), text }));

/** Lists the messages between the client and the office, newest first. */
export const listMessages = (ctx: Ctx, { limit, cursor }: z.output<typeof ownPage>): z.output<typeof messagePage> =>
  listClientMessages(ctx, { limit, cursor: cursor ?? undefined, clientId: callingClient(ctx) });

/** Counts the messages of the office that the client has not read. */
export const countUnread = (ctx: Ctx): number =>
  countRows(
    ctx.db,
    clientMessages,
    and(eq(clientMessages.clientId, callingClient(ctx)), sql`"from" = 'office'`, isNull(clientMessages.readAt)),
  );

/** Marks the messages of the office as read and returns their number. */
export const markRead = (ctx: Ctx): z.output<typeof messagesRead> => markMessagesRead(ctx, callingClient(ctx), 'office');
