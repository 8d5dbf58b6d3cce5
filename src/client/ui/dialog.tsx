import { AlertDialog, Dialog as Parts } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { DIALOG_FOOTER } from './dialog-buttons';
import { focusTitle, rememberFocus } from './focus';

const OVERLAY = 'fixed inset-0 bg-pine-950/55';
const CONTENT =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[88dvh] w-[min(92vw,480px)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-[18px] bg-paper shadow-card outline-none';
const HEAD = 'grid shrink-0 gap-2 px-6 pt-6 pb-3';
/** The scrolling part of a dialog. A field that gets the focus keeps its label in view and stays clear of the buttons at the bottom edge. */
const BODY = 'grid min-h-0 scroll-pt-9 scroll-pb-24 gap-4 overflow-y-auto overscroll-contain px-6 pt-1 pb-6 has-data-dialog-footer:pb-0';
/** Returns the focus to the element that opened a dialog, or to what follows if that is gone. Radix does so only for its own trigger. */
function useFocusBack() {
  const giveBack = useRef(focusTitle);
  return {
    onOpenAutoFocus: () => {
      giveBack.current = rememberFocus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      giveBack.current();
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
          <div className={HEAD}>
            <Parts.Title className="font-bold text-xl">{title}</Parts.Title>
            <Parts.Description className="text-muted">{text}</Parts.Description>
          </div>
          <div data-dialog-body className={BODY}>
            {children}
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

export type Question = {
  title: string;
  text: string;
  note?: string | undefined;
  action: string;
  /** True if nothing is deleted or cancelled, so that the button is not red. */
  isSafe?: boolean;
};
type ConfirmProps = Question & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onConfirm: () => void };

export function ConfirmDialog({ isOpen, onOpenChange, title, text, note, action, isSafe = false, onConfirm }: ConfirmProps) {
  const focusBack = useFocusBack();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        {/* The z-index of a dialog, so that a confirmation dims a dialog below it. */}
        <AlertDialog.Overlay className={`${OVERLAY} z-50`} />
        <AlertDialog.Content className={CONTENT} {...focusBack}>
          <div className={HEAD}>
            <AlertDialog.Title className="font-bold text-xl">{title}</AlertDialog.Title>
          </div>
          <div data-dialog-body className={BODY}>
            <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>
            {note && <p className="text-muted">{note}</p>}
            <div data-dialog-footer className={DIALOG_FOOTER}>
              <AlertDialog.Cancel className="button-ghost">Cancel</AlertDialog.Cancel>
              <AlertDialog.Action className={isSafe ? 'button-primary' : 'button-base bg-red-600 text-white'} onClick={onConfirm}>
                {action}
              </AlertDialog.Action>
            </div>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
