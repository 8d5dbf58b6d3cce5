import { z } from 'zod';
import { MOST_UNREAD, NEWS_VERBS } from './news';
import { pageSchema } from './page';
import { recordSummary } from './search';
import { idSchema } from './text';

export const notificationsInput = z.object({
  limit: z.int('Please give a limit.').min(1, 'Please give a limit.').max(50, 'Use a limit of at most 50.').default(20),
  cursor: idSchema.nullish(),
});
/** A notification; `record` is null if what it is about was deleted. */
const notification = z.object({
  id: z.int(),
  at: z.string(),
  verb: z.enum(NEWS_VERBS),
  by: z.enum(['visitor', 'system', 'admin', 'member']),
  isUnread: z.boolean(),
  record: recordSummary.nullable(),
});
export type Notification = z.output<typeof notification>;
export const notificationList = pageSchema(notification);
export const unreadCount = z.object({ unread: z.int().max(MOST_UNREAD) });
/** `upTo` is the newest notification that the admin has seen: those that came in since stay unread. */
export const seenInput = z.object({ upTo: idSchema });
