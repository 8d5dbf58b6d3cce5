import { createFileRoute } from '@tanstack/react-router';
import { hasStoredSession } from '../features/session/session-store';
import { loadShell, Office } from '../office';

/** Protects every staff path: it shows the login unless the stored session is live. */
export const Route = createFileRoute('/_office/_staff')({
  // Loads while the screen's own files do, and not for the login.
  loader: () => void (hasStoredSession() && loadShell().catch(() => undefined)),
  component: Office,
});
