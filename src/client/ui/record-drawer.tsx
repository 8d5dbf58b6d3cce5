import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { giveFocusTo } from './focus';
import { Loaded } from './loaded';

/**
 * Makes the office behind a drawer inert. Toasts stay in reach, so that the keyboard can still undo what was done in the drawer. The drawer
 * is painted first, because the browser then computes the styles of the whole office anew.
 */
function useInertOffice(): void {
  // Changes elements of the document outside the drawer.
  useEffect(() => {
    const office = document.getElementById('main')?.closest<HTMLElement>('body > *');
    if (!office) return;
    office.ariaHidden = 'true';
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        office.inert = true;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      office.inert = false;
      office.ariaHidden = null;
    };
  }, []);
}

type RecordDrawerProps<Data> = Omit<Parameters<typeof Loaded<Data>>[0], 'children'> & {
  /** The id of the record in its list, whose link gets the focus back. */
  id: number | string;
  title: string | ((data: Data | undefined) => string);
  chips?: (data: Data) => ReactNode;
  /** The primary action, beside the title. */
  action?: (data: Data) => ReactNode;
  /** Further actions, always in view at the bottom edge. */
  footer?: (data: Data) => ReactNode;
  onClose: () => void;
  children: (data: Data) => ReactNode;
};

/** Shows one record beside its list, or alone on a phone: loading, failed, missing or loaded. */
export function RecordDrawer<Data>({ id, title, chips, action, footer, onClose, children, ...loaded }: RecordDrawerProps<Data>) {
  const { data } = loaded.query;
  const opener = useRef<Element | null>(null);
  useInertOffice();
  return (
    // A modal one would keep the keyboard away from the toasts, too.
    <Parts.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Parts.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-pine-950/30 max-sm:hidden" onClick={onClose} />
        <Parts.Content
          aria-modal="true"
          aria-describedby={undefined}
          // The whole drawer scrolls below its header, so that the keyboard scrolls a record without buttons, too.
          className="fixed inset-y-0 right-0 z-40 flex w-full scroll-py-32 flex-col overflow-y-auto overscroll-contain border-line bg-paper shadow-card outline-none sm:w-[480px] sm:border-l"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement;
            (event.currentTarget as HTMLElement).focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusTo(document.querySelector(`[data-record="${id}"]`) ?? opener.current);
          }}
          // Presses of toasts and of questions above the drawer do not close it.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <header className="sticky top-0 z-10 flex items-center gap-x-3 gap-y-2 border-line border-b bg-paper py-2.5 pr-2 pl-5 max-sm:flex-wrap max-sm:pr-3">
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <Parts.Title className="font-bold text-lg tabular-nums [overflow-wrap:anywhere]">
                {typeof title === 'string' ? title : title(data)}
              </Parts.Title>
              {data !== undefined && chips?.(data)}
            </div>
            {/* Holds the height of a button while the record loads: on a phone the body would move down otherwise. */}
            <div
              className={`max-sm:order-last max-sm:w-full max-sm:pr-2 max-sm:*:w-full ${action && loaded.query.isPending ? 'h-11' : 'max-sm:empty:hidden'}`}
            >
              {data !== undefined && action?.(data)}
            </div>
            <Parts.Close
              aria-label="Close"
              className="grid size-11 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Parts.Close>
          </header>
          <div data-drawer-body className="grid grow content-start gap-5 px-5 py-4 text-[15px]">
            <Loaded {...loaded}>{children}</Loaded>
          </div>
          {data !== undefined && footer && (
            <footer className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-line border-t bg-paper px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] empty:hidden">
              {footer(data)}
            </footer>
          )}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
