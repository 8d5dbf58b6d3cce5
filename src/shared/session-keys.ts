/** The admin session lasts this long from login, with no sliding (back-office.md §9). */
export const ADMIN_SESSION_MINUTES = 30;

/** The three browser storage keys of the admin session (back-office.md §3). */
export const SESSION_KEYS = { flag: 'adminAuthenticated', token: 'adminToken', loginTime: 'adminLoginTime' } as const;

/** Where a browser keeps who of the team is signed in in it (back-office.md §3); the cookie alone opens anything. */
export const MEMBER_SESSION_KEY = 'teamMemberSession';
export type MemberSession = { id: number; name: string; role: string; loginTime: string };

/** What is stored of a member's session; undefined for none and for what cannot be read as one. */
export function parseMemberSession(stored: string | null): MemberSession | undefined {
  try {
    const { id, name, role, loginTime } = JSON.parse(stored ?? '') as Partial<Record<keyof MemberSession, unknown>>;
    if (!Number.isSafeInteger(Number(id)) || Number(id) < 1 || typeof name !== 'string' || typeof role !== 'string') return undefined;
    return { id: Number(id), name, role, loginTime: typeof loginTime === 'string' ? loginTime : '' };
  } catch {
    return undefined;
  }
}

/** The stored login time in milliseconds, from any form that can be read as a date; NaN for none (decisions X47). */
const readLoginTime = (loginTime: string): number => (/^\d{12,14}$/.test(loginTime) ? Number(loginTime) : Date.parse(loginTime));

/**
 * How many milliseconds the stored flag and login time still let a person in; 0 when the flag is not 'true', or the time
 * lies 30 minutes back, ahead, or cannot be read, all of which count as expired (decisions X47).
 */
export function sessionTimeLeft(flag: string | null, loginTime: string | null, now: Date): number {
  if (flag !== 'true' || !loginTime) return 0;
  const age = now.getTime() - readLoginTime(loginTime);
  return age >= 0 ? Math.max(0, ADMIN_SESSION_MINUTES * 60_000 - age) : 0;
}
