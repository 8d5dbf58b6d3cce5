import { type ReactNode, useEffect, useRef } from 'react';

let isFirstPage = true;

/** A screen's heading. It takes the focus when the screen opens inside the page, so that a keyboard or a screen reader goes on there. */
export function PageTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  // Moves the browser's focus, which on the page's own first screen is where it belongs already.
  useEffect(() => {
    if (!isFirstPage) title.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} className="font-bold text-[30px] outline-none">
      {children}
    </h1>
  );
}
