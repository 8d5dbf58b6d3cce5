/** The admin session lasts this long from login, with no sliding (back-office.md §9). */
export const ADMIN_SESSION_MINUTES = 30;

/** The three browser storage keys of the admin session (back-office.md §3). */
export const SESSION_KEYS = { flag: 'adminAuthenticated', token: 'adminToken', loginTime: 'adminLoginTime' } as const;

/**
 * Whether the stored flag and login time still let a person in: the flag is 'true' and the time, in any form that can be
 * read as a date, lies less than 30 minutes back. A time that cannot be read or lies ahead counts as expired (decisions X47).
 */
export function isSessionFresh(flag: string | null, loginTime: string | null, now: Date): boolean {
  if (flag !== 'true' || !loginTime) return false;
  const at = /^\d{12,14}$/.test(loginTime) ? Number(loginTime) : Date.parse(loginTime);
  const age = now.getTime() - at;
  return age >= 0 && age < ADMIN_SESSION_MINUTES * 60_000;
}
