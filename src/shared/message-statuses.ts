// Separate from the schemas so that tables and search parameters can import it without zod.

/** `unknown`: handed to the mail server without a confirmed result; never retried automatically, so that no message is sent twice. */
export const MESSAGE_STATUSES = ['draft', 'queued', 'unknown', 'sent', 'stored', 'failed', 'suppressed', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Statuses of a message that its recipient has received, may have received or will receive. */
export const RECEIVED_STATUSES = ['queued', 'unknown', 'sent', 'stored'] as const satisfies readonly MessageStatus[];

/** The views of the outbox. */
export const MESSAGE_VIEWS = ['all', 'drafts', 'waiting', 'sent', 'failed', 'kept', 'stopped'] as const;
export type MessageView = (typeof MESSAGE_VIEWS)[number];
export const VIEW_STATUSES: Record<Exclude<MessageView, 'all'>, readonly MessageStatus[]> = {
  drafts: ['draft'],
  waiting: ['queued'],
  sent: ['sent'],
  failed: ['failed', 'unknown'],
  kept: ['stored'],
  stopped: ['suppressed', 'cancelled'],
};
