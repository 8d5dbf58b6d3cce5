import { MEMBER_SESSION_KEY, type MemberSession, parseMemberSession } from '../../../shared/session-keys';
import { getNow } from '../../clock';
import { forgetJobs } from './phone-store';

/** Who of the team is signed in in this browser, as far as it knows; the server knows by the cookie. */
export function readMemberSession(): MemberSession | undefined {
  try {
    return parseMemberSession(localStorage.getItem(MEMBER_SESSION_KEY));
  } catch {
    return undefined;
  }
}

/** Stores a session that the server has just opened (back-office.md §7). */
export function storeMemberSession(member: Omit<MemberSession, 'loginTime'>): void {
  try {
    localStorage.setItem(MEMBER_SESSION_KEY, JSON.stringify({ ...member, loginTime: getNow() }));
  } catch {
    // Without storage nothing can be kept; the dashboard asks for the login again.
  }
}

/** Forgets the session in this browser; the server's is ended by its own call. */
function clearMemberSession(): void {
  try {
    localStorage.removeItem(MEMBER_SESSION_KEY);
  } catch {
    // A browser without storage never had one.
  }
}

/** Forgets the session and the jobs that are kept in this browser; what waits to be sent stays until its member is back. */
export function leaveField(memberId: number): void {
  // Another tab may have let in somebody else meanwhile.
  if (readMemberSession()?.id === memberId) clearMemberSession();
  void forgetJobs(memberId).catch(() => undefined);
}
