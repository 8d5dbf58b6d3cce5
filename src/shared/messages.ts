import { z } from 'zod';

export const MESSAGE_STATUSES = ['draft', 'queued', 'sent', 'stored', 'failed', 'suppressed', 'cancelled'] as const;

/** A message as staff see it. */
export const messageSchema = z.object({
  id: z.int(),
  purpose: z.string(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  relatedType: z.string().nullable(),
  relatedId: z.int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type Message = z.output<typeof messageSchema>;

export const messageList = z.object({ rows: z.array(messageSchema), nextCursor: z.int().nullable(), hasMailServer: z.boolean() });
