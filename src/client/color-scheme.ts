import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { SCHEME_KEY, SCHEMES, type Scheme, SYSTEM_IS_DARK } from '../shared/color-scheme';
import { tryStorage } from './browser-store';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};
/** The choice for this visit, if the browser stores nothing. */
let unstored: Scheme | undefined;

/** Returns the colour scheme chosen on this device, "system" if none was. */
export function getScheme(): Scheme {
  const stored = unstored ?? tryStorage(() => localStorage.getItem(SCHEME_KEY));
  return SCHEMES.find((scheme) => scheme === stored) ?? 'system';
}

/** Chooses the colour scheme of the staff's screens on this device. */
export function setScheme(scheme: Scheme): void {
  unstored = tryStorage(() => localStorage.setItem(SCHEME_KEY, scheme) ?? true) ? undefined : scheme;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, getScheme);

function subscribeToSystem(listener: () => void): () => void {
  const system = window.matchMedia?.(SYSTEM_IS_DARK);
  system?.addEventListener('change', listener);
  return () => system?.removeEventListener('change', listener);
}
const isSystemDark = () => window.matchMedia?.(SYSTEM_IS_DARK).matches === true;

/**
 * Marks the page as the staff's and draws it in the chosen scheme while a staff screen is shown. Public pages, which a link may open next,
 * are always light.
 */
export function useStaffScheme(): void {
  const scheme = useScheme();
  const isSystemDarkNow = useSyncExternalStore(subscribeToSystem, isSystemDark);
  const isDark = scheme === 'dark' || (scheme === 'system' && isSystemDarkNow);

  // Sets the attributes that dark.css and staff.css read on the document, before the screen is painted.
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    marks.staff = '';
    if (isDark) marks.scheme = 'dark';
    return () => {
      delete marks.staff;
      delete marks.scheme;
    };
  }, [isDark]);

  // Follows the choice made in another tab.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === SCHEME_KEY && notify();
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}
