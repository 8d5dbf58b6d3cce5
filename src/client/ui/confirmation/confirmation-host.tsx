import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readConfirmation, subscribeToConfirmation } from './confirmation-store';

// Loaded with the first question, so that public pages do not carry a dialog.
const ConfirmationView = lazy(() => import('./confirmation-view'));

/** Shows the question of a call that asks first. */
export function ConfirmationHost() {
  const confirmation = useSyncExternalStore(subscribeToConfirmation, readConfirmation, () => null);
  return confirmation ? (
    <Suspense fallback={null}>
      <ConfirmationView {...confirmation} />
    </Suspense>
  ) : null;
}
