import { startTransition, useEffect, useState } from 'react';

/**
 * Those of the pages that have come which are to be drawn: one after the other, and each in pieces between other work, so that a
 * slow phone goes on scrolling. Pages that come anew stay drawn.
 */
export function useDrawnPages<Page>(fetched: readonly Page[]): Page[] {
  const [drawn, setDrawn] = useState(1);
  const count = Math.min(drawn, fetched.length);
  const next = Math.max(1, Math.min(count + 1, fetched.length));
  // Goes on when the browser has drawn the page before.
  useEffect(() => {
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [next, drawn]);
  return fetched.slice(0, count);
}
