// Here and not beside the schemas, so that addresses and tables have them without zod's weight.

/** `unknown`: handed to the mail server, which has not said whether it took the message; it is never sent again by itself. */
export const MESSAGE_STATUSES = ['draft', 'queued', 'unknown', 'sent', 'stored', 'failed', 'suppressed', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What the outbox shows at a time, each with the states it stands for. */
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
