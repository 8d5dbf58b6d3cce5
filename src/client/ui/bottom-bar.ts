/** Puts a screen's actions at the bottom edge of a phone. Add the attribute `data-bottom-bar`, so that toasts stay clear of it. */
export const BOTTOM_BAR =
  'max-sm:order-last max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:-mb-6 max-sm:border-line max-sm:border-t max-sm:bg-paper max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]';
