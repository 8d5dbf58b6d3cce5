import type { ReactNode } from 'react';

const PHONE =
  'max-sm:order-last max-sm:mt-auto max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:-mb-5 max-sm:border-line max-sm:border-t max-sm:bg-paper max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]';

/** Shows a screen's actions, on a phone at its bottom edge. Toasts stay clear of the attribute `data-bottom-bar`. */
export const BottomBar = ({ layout = 'flex-wrap gap-2', children }: { layout?: string; children: ReactNode }) => (
  <div data-bottom-bar className={`flex empty:hidden *:max-sm:grow *:max-sm:px-3 ${layout} ${PHONE}`}>
    {children}
  </div>
);
