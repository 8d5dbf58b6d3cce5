import { tryStorage } from '../../browser-store';

const KEY = 'ref';
const REFERRAL = /^[\w-]{1,60}$/;

/** Stores the `ref` of a referral link until the tab is closed. Runs before the page changes the address. */
export function rememberReferral(search: string): void {
  const ref = new URLSearchParams(search).get(KEY);
  // Without storage the booking works, but the referrer earns nothing.
  if (ref && REFERRAL.test(ref)) tryStorage(() => sessionStorage.setItem(KEY, ref));
}

export const readReferral = (): string | undefined => tryStorage(() => sessionStorage.getItem(KEY)) ?? undefined;
