import { Tooltip as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

/** Tooltips come after 700 ms, and after 300 ms from one to the next (public-site.md §9). */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Parts.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Parts.Provider>
);

/** A few more words on something that can be pointed at or focused; never the only name of it. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content sideOffset={6} className="z-50 max-w-64 rounded-small bg-pine-950 px-3 py-2 text-sm text-white shadow-card">
          {text}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
