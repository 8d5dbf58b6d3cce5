import { useDeferredValue, useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns false on the server and during hydration, then true. The change renders at low priority, so that the page stays responsive. */
export const useIsHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      subscribe,
      () => true,
      () => false,
    ),
  );
