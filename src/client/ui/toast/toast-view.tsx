import { clsx } from 'clsx';
import { Toast as Parts } from 'radix-ui';
import { type FocusEvent, useRef } from 'react';
import { giveFocusTo } from '../focus';
import { dismissToast, type Toast } from './toast-store';

/**
 * Passes Escape on to the dialog below the toast. Radix sends the key only to the topmost layer, the toast, but the visitor means the
 * dialog. Repeats the key after the toast has left the layers.
 */
function passEscapeOn({ target }: KeyboardEvent): void {
  const isInToast = target instanceof Element && target.closest('[data-kind]') !== null;
  if (isInToast || !document.querySelector('[role=dialog], [role=alertdialog]')) return;
  setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })));
}

/** Returns the focus to the element that had it when the toast closes. Radix leaves it on the list of toasts. */
function useFocusBack() {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<Element | null>(null);
  return {
    list,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (!list.current?.parentElement?.contains(relatedTarget)) before.current = relatedTarget;
    },
    giveBack: () => list.current?.contains(document.activeElement) && giveFocusTo(before.current),
  };
}

const ToastAction = ({ label, run }: { label: string; run: () => void }) => (
  <Parts.Action
    altText={label}
    onClick={run}
    className="inline-flex min-h-11 shrink-0 lg:min-h-9 items-center rounded-small border border-line px-3 font-semibold text-sm"
  >
    {label}
  </Parts.Action>
);

/** Shows toasts for 5 seconds each. A swipe to the right dismisses one, and F8 focuses it. */
export default function ToastView({ toasts }: { toasts: readonly Toast[] }) {
  const { list, onFocus, giveBack } = useFocusBack();
  const close = (id: number) => {
    giveBack();
    dismissToast(id);
  };
  return (
    <Parts.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toasts.map(({ id, title, description, kind, action, onOpen, open, durationMs }) => (
        <Parts.Root
          key={id}
          open={open}
          {...(durationMs !== undefined && { duration: durationMs })}
          onOpenChange={(isOpen) => !isOpen && close(id)}
          onEscapeKeyDown={passEscapeOn}
          onFocus={onFocus}
          data-kind={kind}
          className={clsx(
            'pointer-events-auto flex w-full flex-wrap items-start gap-3 rounded-card border p-4 shadow-card data-[state=closed]:hidden',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:hidden',
            kind === 'destructive' ? 'border-red-600 bg-red-100 text-ink' : 'border-line bg-paper text-ink',
          )}
        >
          <div className="grid min-w-0 flex-1 gap-0.5">
            <Parts.Title className="font-semibold">{title}</Parts.Title>
            {description && <Parts.Description className="text-muted text-sm">{description}</Parts.Description>}
          </div>
          {/* Two buttons stand below the text, which they would squeeze into a narrow column. */}
          <div className={onOpen && action ? 'order-last flex basis-full gap-2' : 'contents'}>
            {onOpen && <ToastAction label="Open" run={onOpen} />}
            {action && <ToastAction {...action} />}
          </div>
          <Parts.Close
            aria-label="Close"
            className="grid size-11 shrink-0 lg:size-9 place-items-center rounded-small text-muted hover:bg-sage-100"
          >
            <svg viewBox="0 0 12 12" className="size-3" aria-hidden="true">
              <path d="M1 1l10 10M11 1L1 11" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </Parts.Close>
        </Parts.Root>
      ))}
      <Parts.Viewport
        ref={list}
        data-toasts
        onFocus={onFocus}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="pointer-events-none fixed right-0 bottom-0 z-50 m-0 max-lg:in-[body:has([data-bottom-bar])]:bottom-17 max-lg:in-[body:has(:is([role=dialog],[role=alertdialog]))]:top-0 max-lg:in-[body:has(:is([role=dialog],[role=alertdialog]))]:bottom-auto! lg:in-[body:has([data-side-panel][open],[data-drawer-body])]:right-[480px] flex w-full list-none flex-col gap-2 p-4 sm:max-w-[420px]"
      />
    </Parts.Provider>
  );
}
