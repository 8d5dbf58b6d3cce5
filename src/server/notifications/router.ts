import { notificationList, notificationsInput, seenInput, unreadCount } from '../../shared/notifications';
import { adminProcedure, forOffice, router } from '../trpc';
import * as service from './service';

export const notificationsRouter = router({
  list: forOffice.query(notificationsInput, notificationList, service.listNotifications),
  unread: adminProcedure.output(unreadCount).query(({ ctx }) => service.countUnread(ctx)),
  markSeen: forOffice.mutation(seenInput, unreadCount, service.markSeen),
});
