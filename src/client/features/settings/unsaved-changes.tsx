import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SESSION_KEYS } from '../../../shared/session-keys';
import { tryStorage } from '../../browser-store';
import { ConfirmDialog } from '../../ui/dialog';
import { SubmitButton } from '../../ui/dialog-buttons';

/** Returns true if no owner is signed in. Without storage it returns false and leaves the question to the server. */
const isSignedOut = (): boolean => tryStorage(() => localStorage.getItem(SESSION_KEYS.flag) === null) ?? false;

/** Asks before the user leaves a form with changes: with our dialog inside the site, with the browser's when the tab closes. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A session that has ended leads to the login, whatever was typed.
    shouldBlockFn: ({ next }) => isDirty && !(next.pathname === '/admin' && isSignedOut()),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      onOpenChange={(stays) => !stays && reset?.()}
      title="Leave without saving?"
      text="What you changed in this section is not saved yet and would be lost."
      action="Discard Changes"
      onConfirm={() => proceed?.()}
    />
  );
}

type SaveBarProps = { label: string; isPending: boolean; isDirty: boolean; look: string; children?: ReactNode };

/** Shows the button that saves a form, and whether there are changes to save. */
export const SaveBar = ({ label, isPending, isDirty, look, children }: SaveBarProps) => (
  <div className={`sticky bottom-0 flex flex-wrap items-center gap-3 border-line border-t py-3 ${look}`}>
    <SubmitButton look="button-primary max-sm:w-full" label={label} isPending={isPending} />
    {children}
    <p aria-live="polite" className="text-muted text-sm empty:sr-only">
      {isDirty && 'There are changes that are not saved yet.'}
    </p>
  </div>
);
