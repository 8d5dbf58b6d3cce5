import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readConfirmation, subscribeToConfirmation } from './confirmation-store';

// Loaded with the first question, to keep the dialog out of public bundles.
const ConfirmationView = lazy(() => import('./confirmation-view'));

export function ConfirmationHost() {
  const confirmation = useSyncExternalStore(subscribeToConfirmation, readConfirmation, () => null);
  return confirmation ? (
    <Suspense fallback={null}>
      <ConfirmationView {...confirmation} />
    </Suspense>
  ) : null;
}
