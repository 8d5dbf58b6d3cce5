import { AlertDialog, Dialog as Parts } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { giveFocusTo } from './focus';

const OVERLAY = 'fixed inset-0 bg-pine-950/55';
const CONTENT =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[88dvh] w-[min(92vw,480px)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-[18px] bg-paper p-6 shadow-card';

/** Returns the focus to the element that opened a dialog, or to the page title if that is gone. Radix does so only for its own trigger. */
function useFocusBack() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      giveFocusTo(opener.current);
    },
  };
}

/** Presses beside a dialog are ignored for this long, because they may be the second half of the double click that opened it. */
const JUST_OPENED_MS = 500;

type DialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title: string; text: string; children: ReactNode };

export function Dialog({ isOpen, onOpenChange, title, text, children }: DialogProps) {
  const { onOpenAutoFocus, ...focusBack } = useFocusBack();
  const openedAt = useRef(0);
  const open = () => {
    openedAt.current = performance.now();
    onOpenAutoFocus();
  };
  return (
    <Parts.Root open={isOpen} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className={`${OVERLAY} z-40`} />
        <Parts.Content
          className={CONTENT}
          onOpenAutoFocus={open}
          onPointerDownOutside={(event) => performance.now() - openedAt.current < JUST_OPENED_MS && event.preventDefault()}
          {...focusBack}
        >
          <Parts.Title className="font-bold text-xl">{title}</Parts.Title>
          <Parts.Description className="text-muted">{text}</Parts.Description>
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

type ConfirmProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  note?: string | undefined;
  action: string;
  onConfirm: () => void;
};

export function ConfirmDialog({ isOpen, onOpenChange, title, text, note, action, onConfirm }: ConfirmProps) {
  const focusBack = useFocusBack();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* The z-index of a dialog, so that a confirmation dims a dialog below it. */}
        <AlertDialog.Overlay className={`${OVERLAY} z-50`} />
        <AlertDialog.Content className={CONTENT} {...focusBack}>
          <AlertDialog.Title className="font-bold text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>
          {note && <p className="text-muted">{note}</p>}
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel className="button-ghost">Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className="button-base bg-red-600 text-white" onClick={onConfirm}>
              {action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
