const KEY = 'ref';
const REFERRAL = /^[\w-]{1,60}$/;

/** Stores the `ref` of a referral link until the tab is closed. Runs before the router cleans up the address. */
export function rememberReferral(search: string): void {
  const ref = new URLSearchParams(search).get(KEY);
  if (!ref || !REFERRAL.test(ref)) return;
  try {
    sessionStorage.setItem(KEY, ref);
  } catch {
    // Without storage the booking works, but the referrer earns nothing.
  }
}

export function readReferral(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
