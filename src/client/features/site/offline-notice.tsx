import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';

/** Display times of the full notice, and of the message that the connection is back. */
const WHOLE_MS = 8000;
const BACK_MS = 4000;

/** `still`: offline, with the notice reduced to a short label. */
type Line = 'online' | 'offline' | 'still' | 'back';
let line: Line = 'online';

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (next: Line, then?: [Line, number]) => {
    clearTimeout(timer);
    line = next;
    onChange();
    if (then) timer = setTimeout(() => change(then[0]), then[1]);
  };
  const lose = () => change('offline', ['still', WHOLE_MS]);
  const regain = () => (line === 'offline' || line === 'still') && change('back', ['online', BACK_MS]);
  if (navigator.onLine) line = 'online';
  else lose();
  window.addEventListener('offline', lose);
  window.addEventListener('online', regain);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', regain);
  };
}

/** Shows the loss and the return of the connection below the header. It overlays the page and shrinks after a few seconds. */
export function OfflineNotice() {
  const now = useSyncExternalStore(
    subscribe,
    () => line,
    () => 'online' as const,
  );
  // The live region is always present, because screen readers announce only changes inside it.
  return (
    <div role="status" className="fixed inset-x-0 top-[76px] z-20">
      {now !== 'online' && (
        <p
          className={clsx(
            'py-1.5 text-center font-medium text-sm shadow-card',
            now === 'back' ? 'bg-sage-200 text-pine-950' : 'bg-amber-100 text-ink',
            now === 'still' ? 'absolute right-0 rounded-bl-small px-3' : 'px-4.5',
          )}
        >
          {now === 'back' ? 'You are back online.' : 'You are offline. '}
          {now !== 'back' && (
            <span className={clsx(now === 'still' && 'sr-only')}>Your cart and your input are saved. Sending needs a connection.</span>
          )}
        </p>
      )}
    </div>
  );
}
