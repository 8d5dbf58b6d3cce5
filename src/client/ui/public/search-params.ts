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

/** Changes the path of the address, as a step that "back" undoes, for a page that then shows other content. */
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

/** Returns true if this page added the current step of the history, so that "back" stays on the page. */
export const hasStepBack = (): boolean => (window.history.state as { isStep?: boolean } | null)?.isStep === true;

/**
 * Reads the address's search parameters with `read`, which stands outside the component, and follows their changes. Starts with those that
 * the server `rendered`. The second result changes some of them, whatever the others have become since the last rendering.
 */
export function useSearchParams<Search extends object>(
  read: (params: SearchParams) => Search,
  rendered: Search,
): [search: Search, change: (part: Partial<Search>, isNewStep?: boolean) => void] {
  const words = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => undefined,
  );
  const search = useMemo(() => (words === undefined ? rendered : read(parseSearch(words))), [words, rendered, read]);
  const change = useCallback(
    (part: Partial<Search>, isNewStep = false) => writeSearch({ ...read(parseSearch(window.location.search)), ...part }, isNewStep),
    [read],
  );
  return [search, change];
}
