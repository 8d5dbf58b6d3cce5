import { useBlocker } from '@tanstack/react-router';
import { SESSION_KEYS } from '../../../shared/session-keys';
import { ConfirmDialog } from '../../ui/dialog';

/** Whether there is nobody signed in to keep here; without storage the server alone knows. */
const isSignedOut = (): boolean => {
  try {
    return localStorage.getItem(SESSION_KEYS.flag) === null;
  } catch {
    return false;
  }
};

/** Asks before a form with changes is left: inside the page in our words, on closing the tab in the browser's. */
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
