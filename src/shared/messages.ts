import { z } from 'zod';
import { messageText } from './message-templates';
import { MESSAGE_STATUSES, MESSAGE_VIEWS, type MessageView } from './message-words';
import { byId, pageInput, requiredEmail } from './text';

/** A message as staff see it. */
export const messageSchema = z.object({
  id: z.int(),
  purpose: z.string(),
  /** Goes only to people who agreed to it, and ends with `footer`. */
  marketing: z.boolean(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  /** What stands below it as it is sent; null where it has only its text. */
  footer: z.string().nullable(),
  /** What holds it back though it may be approved, in words; null where nothing does. */
  heldBack: z.string().nullable(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.int(),
  /** Of one that waits: not before this. */
  nextAttemptAt: z.string(),
  /** The instant it waits for; null for at once. */
  sendAfter: z.string().nullable(),
  lastError: z.string().nullable(),
  hasAttachments: z.boolean(),
  relatedType: z.string().nullable(),
  relatedId: z.int().nullable(),
  /** Of one that answers what a worker found. */
  opportunityId: z.int().nullable(),
  approvedBy: z.string().nullable(),
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

/** Other words for a draft. */
export const draftChange = byId.extend(messageText.shape);
/** What a language model made of a draft: whether its words stand now, and where they do not, why. */
export const rewriteAnswer = z.object({ message: messageSchema, isRewritten: z.boolean(), reason: z.string().nullable() });
/** Whether drafts can be rewritten here. */
export const rewriting = z.object({ isAvailable: z.boolean() });
