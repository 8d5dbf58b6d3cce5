import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { MOST_UNREAD } from '../../../../shared/news';
import { trpc } from '../../../trpc';
import { showToast } from '../../../ui/toast/toast-store';
import { useCode } from '../use-code';

const loadPanel = () => import('./notification-panel');

/** Opens the notifications, and shows how many are unread. */
export function NotificationBell() {
  const [isOpen, setIsOpen] = useState(false);
  const unread = trpc.notifications.unread.useQuery().data?.unread ?? 0;
  const count = unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`;
  const code = useCode(loadPanel, isOpen, () => {
    setIsOpen(false);
    showToast({ title: 'Notifications are not available', description: 'Check your connection and try again.', kind: 'destructive' });
  });
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        className="relative grid size-9 shrink-0 place-items-center rounded-full text-white/80 hover:bg-white/15 hover:text-white max-lg:size-11"
      >
        <Bell aria-hidden="true" className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 left-1/2 min-w-5 rounded-full bg-citrus-400 px-1 text-center font-semibold text-[11px] text-pine-950 tabular-nums leading-5 max-lg:top-0.5"
          >
            {count}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 flex max-h-[min(70dvh,560px)] min-h-40 w-[min(calc(100vw-16px),400px)] flex-col overflow-hidden rounded-card border border-line bg-paper text-ink shadow-card"
        >
          {code && <code.NotificationPanel onClose={() => setIsOpen(false)} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
