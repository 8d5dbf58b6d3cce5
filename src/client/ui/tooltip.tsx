import { Tooltip as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Parts.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Parts.Provider>
);

/** Describes an element on hover or focus; never its only name. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Parts.Root>
    <Parts.Trigger asChild>{children}</Parts.Trigger>
    <Parts.Portal>
      <Parts.Content sideOffset={6} className="z-50 max-w-64 rounded-small bg-pine-950 px-3 py-2 text-sm text-white shadow-card">
        {text}
      </Parts.Content>
    </Parts.Portal>
  </Parts.Root>
);
