import { z } from 'zod';
import { pageSchema } from './page';
import { idSchema, pageInput, requiredText } from './text';

/** The longest message between a client and the office. */
export const MESSAGE_LENGTH = 4000;
export const messageText = requiredText(MESSAGE_LENGTH);

const clientMessage = z.object({
  id: z.int(),
  from: z.enum(['client', 'office']),
  text: z.string(),
  at: z.string(),
  /** When the other side read it. */
  readAt: z.string().nullable(),
});
export type ClientMessage = z.output<typeof clientMessage>;
/** Messages of one client, the newest first. */
export const clientMessages = pageSchema(clientMessage);

/** `unread`: only those with messages that the office has not read. */
export const conversationListInput = pageInput.extend({ unread: z.boolean().default(false) });
const conversation = z.object({
  clientId: z.int(),
  name: z.string(),
  /** Messages of the client that the office has not read. */
  unread: z.int(),
  lastAt: z.string(),
  lastFrom: z.enum(['client', 'office']),
  /** The beginning of the newest message. */
  lastText: z.string(),
});
export type Conversation = z.output<typeof conversation>;
export const conversationList = pageSchema(conversation);

export const conversationInput = pageInput.extend({ clientId: idSchema });
export const messageToClient = z.strictObject({ clientId: idSchema, text: messageText });
export const byClient = z.object({ clientId: idSchema });
export const messageSent = z.object({ id: z.int() });
export const messagesRead = z.object({ read: z.int() });
