import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { giveFocusTo } from './focus';
import { findLeftLink } from './left-link';
import { Loaded } from './loaded';

/**
 * Moves the focus into the drawer and makes the office behind it inert. Toasts stay in reach, so that the keyboard can still undo what was
 * done in the drawer. When the drawer closes, the link of its record gets the focus. The drawer is painted first, because the browser then
 * computes the styles of the whole office anew.
 */
function useFocusInside(drawer: RefObject<HTMLElement | null>, id: number | string): void {
  const giveBack = useEffectEvent((opener: Element | null) =>
    giveFocusTo(findLeftLink() ?? document.querySelector(`[data-record="${id}"]`) ?? opener),
  );
  // Changes elements of the document outside the drawer.
  useEffect(() => {
    const opener = document.activeElement;
    const office = document.getElementById('main')?.closest<HTMLElement>('body > *');
    if (office) office.ariaHidden = 'true';
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        // A control that has been used meanwhile keeps it.
        if ([opener, document.body].includes(document.activeElement)) drawer.current?.focus({ preventScroll: true });
        if (office) office.inert = true;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      if (office) Object.assign(office, { inert: false, ariaHidden: null });
      giveBack(opener);
    };
  }, [drawer]);
}

/** Calls `onEscape` at the Escape key, unless it ends the input of a character or something above the drawer has taken it. */
function useEscape(onEscape: () => void): void {
  const onKey = useEffectEvent(({ key, isComposing, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing && !defaultPrevented) onEscape();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
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
  const drawer = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusInside(drawer, id);
  useEscape(onClose);
  return createPortal(
    <>
      <div
        aria-hidden="true"
        className="fixed inset-0 z-40 bg-pine-950/30 in-data-[scheme=dark]:bg-pine-950/60 max-sm:hidden print:hidden"
        onClick={onClose}
      />
      <div
        ref={drawer}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        // The whole drawer scrolls below its header, so that the keyboard scrolls a record without buttons, too.
        className="fixed inset-y-0 right-0 z-40 flex w-full scroll-py-32 flex-col overflow-y-auto overscroll-contain border-line bg-paper shadow-card outline-none sm:w-[480px] sm:border-l"
      >
        <header className="sticky top-0 z-10 flex items-center gap-x-3 gap-y-2 border-line border-b bg-paper py-2.5 pr-2 pl-5 max-sm:flex-wrap max-sm:pr-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={titleId} className="font-bold text-lg tabular-nums [overflow-wrap:anywhere]">
              {typeof title === 'string' ? title : title(data)}
            </h2>
            {data !== undefined && chips?.(data)}
          </div>
          {/* Holds the height of a button while the record loads: on a phone the body would move down otherwise. */}
          <div
            className={`max-sm:order-last max-sm:w-full max-sm:pr-2 max-sm:*:w-full ${action && loaded.query.isPending ? 'h-11' : 'max-sm:empty:hidden'}`}
          >
            {data !== undefined && action?.(data)}
          </div>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="grid size-11 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </header>
        {/* The record takes the place of its skeleton as a whole, below a header that may have grown. */}
        <div key={String(loaded.query.isPending)} data-drawer-body className="grid grow content-start gap-5 px-5 py-4 text-[15px]">
          <Loaded {...loaded}>{children}</Loaded>
        </div>
        {data !== undefined && footer && (
          <footer className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-line border-t bg-paper px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] empty:hidden">
            {footer(data)}
          </footer>
        )}
      </div>
    </>,
    document.body,
  );
}
