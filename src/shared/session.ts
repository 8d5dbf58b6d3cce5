import type { MemberSession } from './session-keys';

/** The admin session lasts this long from login. Activity does not extend it. */
export const ADMIN_SESSION_MINUTES = 30;

/** Failed logins until the lock, and its seconds. */
export const LOCK_AFTER_FAILURES = 3;
export const LOCK_SECONDS = 300;
export const formatLock = (seconds: number): string => `Account locked. Try again in ${seconds} seconds.`;

/** Returns the stored session of a member; undefined when it is missing or cannot be read. */
export function parseMemberSession(stored: string | null): MemberSession | undefined {
  try {
    const { id, name, role, loginTime } = JSON.parse(stored ?? '') as Partial<Record<keyof MemberSession, unknown>>;
    if (!Number.isSafeInteger(Number(id)) || Number(id) < 1 || typeof name !== 'string' || typeof role !== 'string') return undefined;
    return { id: Number(id), name, role, loginTime: typeof loginTime === 'string' ? loginTime : '' };
  } catch {
    return undefined;
  }
}

/** Returns the stored login time in ms from any parseable date, or NaN. */
const readLoginTime = (loginTime: string): number => (/^\d{12,14}$/.test(loginTime) ? Number(loginTime) : Date.parse(loginTime));

/** Returns the ms until the stored session expires; 0 without its flag, or with a login time that is too old, ahead or unreadable. */
export function sessionTimeLeft(flag: string | null, loginTime: string | null, now: Date): number {
  if (flag !== 'true' || !loginTime) return 0;
  const age = now.getTime() - readLoginTime(loginTime);
  return age >= 0 ? Math.max(0, ADMIN_SESSION_MINUTES * 60_000 - age) : 0;
}
