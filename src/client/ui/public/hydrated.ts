import { useDeferredValue } from 'react';
import { useAreTurnsOver } from './turns';

/** Returns false on the server and during hydration, then true. The change renders at low priority, so that the page stays responsive. */
export const useIsHydrated = (): boolean => useDeferredValue(useAreTurnsOver());
