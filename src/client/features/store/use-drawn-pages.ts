import { startTransition, useEffect, useState } from 'react';

/** Returns the loaded pages to draw now, adding one per transition so that a slow phone keeps scrolling. Reloaded pages stay drawn. */
export function useDrawnPages<Page>(fetched: readonly Page[]): Page[] {
  const [drawn, setDrawn] = useState(1);
  const count = Math.min(drawn, fetched.length);
  const next = Math.max(1, Math.min(count + 1, fetched.length));
  // Adds the next page once the browser has drawn the previous one.
  useEffect(() => {
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [next, drawn]);
  return fetched.slice(0, count);
}
