import { useSyncExternalStore } from 'react';
import { getNow } from '../../../clock';

const CHECK_EVERY_MS = 10_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns the minutes until an instant, rounded up, 0 once it has passed; null while the page hydrates. */
export function useMinutesLeft(until: string): number | null {
  const count = () => Math.max(0, Math.ceil((Date.parse(until) - Date.parse(getNow())) / 60_000));
  return useSyncExternalStore(subscribe, count, () => null);
}
