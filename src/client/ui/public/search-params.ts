import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** The search parameters of an address by name; of a name that is given twice, the last. */
export type SearchParams = Readonly<Record<string, string>>;
export const parseSearch = (search: string): SearchParams => Object.fromEntries(new URLSearchParams(search));

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Writes the parameters that have a value into the address. A new step is one that the browser's "back" undoes. */
function writeSearch(search: object, isNewStep: boolean): void {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const address = `${window.location.pathname}${words && `?${words}`}`;
  if (isNewStep) window.history.pushState({ isStep: true }, '', address);
  else window.history.replaceState(window.history.state, '', address);
  for (const listener of listeners) listener();
}

/** Changes the path of the address, as a step that "back" undoes, for a page that then shows something else in the place of itself. */
export function moveTo(path: string): void {
  window.history.pushState({ isStep: true }, '', path);
  window.scrollTo(0, 0);
  for (const listener of listeners) listener();
}

/** Returns true while the address has a path that {@link moveTo} led to. */
export const useIsAt = (path: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.location.pathname === path,
    () => false,
  );

/** Returns true if "back" leads to the same page, before the step that was taken last. */
export const hasStepBack = (): boolean => (window.history.state as { isStep?: boolean } | null)?.isStep === true;

/**
 * Reads the address's search parameters with `read`, which stands outside the component, and follows their changes. Starts with those that
 * the server `rendered`. The second result changes them.
 */
export function useSearchParams<Search extends object>(
  read: (params: SearchParams) => Search,
  rendered: Search,
): [search: Search, change: (next: Search, isNewStep?: boolean) => void] {
  const words = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => undefined,
  );
  const search = useMemo(() => (words === undefined ? rendered : read(parseSearch(words))), [words, rendered, read]);
  const change = useCallback((next: Search, isNewStep = false) => writeSearch(next, isNewStep), []);
  return [search, change];
}
