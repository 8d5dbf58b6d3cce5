import { useSyncExternalStore } from 'react';
import { getToday } from '../../clock';

const CHECK_EVERY_MS = 60_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/**
 * Returns the company's current day: first the one that the server rendered, so that hydration matches, then a later one once midnight
 * passes on the company's clock or the browser shows an old copy of the page.
 */
export function useToday(rendered: string): string {
  const now = () => {
    const day = getToday();
    return day > rendered ? day : rendered;
  };
  return useSyncExternalStore(subscribe, now, () => rendered);
}
