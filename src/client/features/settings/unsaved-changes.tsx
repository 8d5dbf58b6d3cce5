import { useBlocker } from '@tanstack/react-router';
import { SESSION_KEYS } from '../../../shared/session-keys';
import { ConfirmDialog } from '../../ui/dialog';

/** Returns true if no owner is signed in. Without storage it returns false and leaves the question to the server. */
const isSignedOut = (): boolean => {
  try {
    return localStorage.getItem(SESSION_KEYS.flag) === null;
  } catch {
    return false;
  }
};

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
