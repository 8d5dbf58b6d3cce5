import { type LinkProps, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True for a record or form that its list opened, so that closing it goes back to the list. */
    isBesideList?: boolean;
  }
}

/**
 * Returns the link that opens a record beside its list on the same screen, which stays scrolled as it is. `record` is added to the search
 * parameters.
 */
export const besideList = (record: object): LinkProps =>
  ({ to: '.', search: (list: object) => ({ ...list, ...record }), resetScroll: false, state: { isBesideList: true } }) as LinkProps;

/** The navigation options that open a form in place of its list, so that closing the form goes back to the list. */
export const IN_PLACE_OF_LIST = { state: { isBesideList: true } } as const;

/** Returns a function that opens a record beside the list of the current screen. */
export function useOpen(): (record: object) => void {
  const router = useRouter();
  return (record) => void router.navigate(besideList(record));
}

/**
 * Returns a function that closes the record or form that `keys` open. It goes back if the list opened it, so that no page stays in the
 * history, and else takes the keys out of the address.
 */
export function useClose(...keys: string[]): () => void {
  const router = useRouter();
  const isGoingBack = useRef(false);
  const goBack = () => {
    // The browser goes back a moment later, so a second press finds the record still open.
    if (isGoingBack.current) return;
    isGoingBack.current = true;
    const stop = router.history.subscribe(() => {
      isGoingBack.current = false;
      stop();
    });
    router.history.back();
  };
  return () => {
    if (router.history.location.state.isBesideList) return goBack();
    const search = (open: object) => Object.fromEntries(Object.entries(open).filter(([key]) => !keys.includes(key)));
    void router.navigate({ to: '.', search, replace: true, resetScroll: false } as LinkProps);
  };
}
