import { z } from 'zod';
import { MESSAGE_STATUSES, MESSAGE_VIEWS, type MessageView } from './message-words';
import { pageInput, requiredEmail } from './text';

/** A message as staff see it. */
export const messageSchema = z.object({
  id: z.int(),
  purpose: z.string(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.int(),
  /** Of one that waits: not before this. */
  nextAttemptAt: z.string(),
  lastError: z.string().nullable(),
  hasAttachments: z.boolean(),
  relatedType: z.string().nullable(),
  relatedId: z.int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type Message = z.output<typeof messageSchema>;

export const messageListInput = pageInput.extend({ view: z.enum(MESSAGE_VIEWS, 'Please choose a view of the messages.').default('all') });
export const messageList = z.object({ rows: z.array(messageSchema), nextCursor: z.int().nullable(), hasMailServer: z.boolean() });
/** How many messages each view has. */
export const messageCounts = z.object(Object.fromEntries(MESSAGE_VIEWS.map((view) => [view, z.int()])) as Record<MessageView, z.ZodInt>);

/** To whom a test message goes; to the company unless told. */
export const testMessage = z.object({ to: requiredEmail.optional() });
