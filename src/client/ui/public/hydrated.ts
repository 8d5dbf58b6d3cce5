import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in what the server renders and while the page takes over, so that both are the same; true from then on. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
