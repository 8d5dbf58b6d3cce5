import { type ReactNode, useEffect, useRef } from 'react';
import { findLeftLink } from './left-link';

let isFirstPage = true;

/**
 * Shows a screen's heading. Takes the focus after client-side navigation, so that keyboards and screen readers continue there. After Back,
 * the link by which the screen was left has it again.
 */
export function PageTitle({ size = 'text-[30px]', children }: { size?: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  // Moves the browser's focus, except on the first screen of a page load.
  useEffect(() => {
    if (!isFirstPage) (findLeftLink() ?? title.current)?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} className={`font-bold outline-none ${size}`}>
      {children}
    </h1>
  );
}
