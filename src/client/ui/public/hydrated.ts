import { useDeferredValue, useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * False in what the server renders and while the page takes over, so that both are the same; true from then on. What it changes
 * is drawn when there is time, piece by piece, so that nobody's finger waits for it.
 */
export const useIsHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      subscribe,
      () => true,
      () => false,
    ),
  );
