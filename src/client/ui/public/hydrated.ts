import { startTransition, useEffect, useState } from 'react';

let hasNavigated = false;

/** To be called when the router leaves the page that the server rendered: from then on nothing is taken over any more. */
export const noteNavigation = (): void => {
  hasNavigated = true;
};

/**
 * False in what the server renders and while the page takes over, so that both are the same; true from then on. What it changes
 * is drawn when there is time, piece by piece, so that nobody's finger waits for it.
 */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(hasNavigated);
  // The page has been taken over.
  useEffect(() => startTransition(() => setIsHydrated(true)), []);
  return isHydrated;
}
