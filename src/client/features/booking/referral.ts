const KEY = 'ref';
const REFERRAL = /^[\w-]{1,60}$/;

/**
 * Remembers who sent the visitor, the `ref` of a referral link, until the tab is closed (decisions X11). It is read before
 * the router tidies the address.
 */
export function rememberReferral(search: string): void {
  const ref = new URLSearchParams(search).get(KEY);
  if (!ref || !REFERRAL.test(ref)) return;
  try {
    sessionStorage.setItem(KEY, ref);
  } catch {
    // Without storage nobody is thanked, and the booking goes on.
  }
}

/** The remembered `ref`, or undefined. */
export function readReferral(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
