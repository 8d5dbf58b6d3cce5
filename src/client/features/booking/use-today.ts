import { useSyncExternalStore } from 'react';
import { getToday } from '../../clock';

const LOOK_EVERY_MS = 60_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/**
 * The company's day: the one the server rendered with, so that the page is taken over as it came, and the next one when
 * midnight passes in Kamloops while the page stays open, or an old copy of it is shown again.
 */
export function useToday(rendered: string): string {
  const now = () => {
    const day = getToday();
    return day > rendered ? day : rendered;
  };
  return useSyncExternalStore(subscribe, now, () => rendered);
}
