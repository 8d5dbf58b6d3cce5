import { z } from 'zod';
import { MESSAGE_STATUSES, MESSAGE_VIEWS, type MessageView } from './message-statuses';
import { messageText } from './message-templates';
import { pageSchema } from './page';
import { byId, pageInput, requiredEmail } from './text';

export const messageSchema = z.object({
  id: z.int(),
  channel: z.enum(['email', 'sms']),
  purpose: z.string(),
  /** Sent only with consent, and with `footer`. */
  marketing: z.boolean(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  /** Text that is added below `body` when a marketing message is sent; null for other messages. */
  footer: z.string().nullable(),
  /** The reason the message is held back even if approved, or null. */
  heldBack: z.string().nullable(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.int(),
  /** Earliest instant of the next attempt of a queued message. */
  nextAttemptAt: z.string(),
  /** Earliest instant to send it; null for at once. */
  sendAfter: z.string().nullable(),
  lastError: z.string().nullable(),
  hasAttachments: z.boolean(),
  relatedType: z.string().nullable(),
  relatedId: z.int().nullable(),
  /** The automation's finding that this message is about. */
  opportunityId: z.int().nullable(),
  approvedBy: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type Message = z.output<typeof messageSchema>;

export const messageListInput = pageInput.extend({ view: z.enum(MESSAGE_VIEWS, 'Please choose a view of the messages.').default('all') });
export const messageList = pageSchema(messageSchema).extend({ hasMailServer: z.boolean() });
export const messageCounts = z.object(Object.fromEntries(MESSAGE_VIEWS.map((view) => [view, z.int()])) as Record<MessageView, z.ZodInt>);

/** A test message goes to the company by default. */
export const testMessage = z.object({ to: requiredEmail.optional() });

export const draftChange = byId.extend(messageText.shape);
/** Result of rewriting a draft with a language model; `reason` says why the draft was not changed. */
export const rewriteAnswer = z.object({ message: messageSchema, isRewritten: z.boolean(), reason: z.string().nullable() });
/** `isAvailable`: a language model is configured. */
export const rewriting = z.object({ isAvailable: z.boolean() });
